/** The variable that names the database which each file of database tests gets a copy of. */
export const TEMPLATE_URL = "TEST_DATABASE_TEMPLATE";

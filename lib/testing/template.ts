/** Names the database that each file of database tests copies. */
export const TEMPLATE_URL = "TEST_DATABASE_TEMPLATE";

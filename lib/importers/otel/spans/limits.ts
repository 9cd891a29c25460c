/** Further spans or log records in a request are refused one by one. */
export const RECORDS_PER_REQUEST_MAX = 10_000;

/** The most attributes of a record. Conventions that number their messages use thousands in a long conversation. */
export const ATTRIBUTES_MAX = 10_000;

/** The depth to which structured attributes are read; deeper parts are left out. */
export const VALUE_DEPTH_MAX = 32;

export const ATTRIBUTE_CHARS_MAX = 4 * 1024 * 1024;

/** The highest number in a numbered attribute (`llm.input_messages.9999.message.role`) that is accepted. */
export const INDEX_MAX = 9_999;

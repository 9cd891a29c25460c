import { defineRecord, field } from "../shared/record-type";

const RECORDER = { others: "the recorder's" };
const OWN = "what the program keeps for itself";
const MARKS = "ids, times and marks";

/** A request or its answer. nock keeps what is of the request beside the answer. */
export const HTTP_SIDE = defineRecord(
  {
    method: field.value("`POST`, …"),
    url: field.value("of HAR: the address"),
    uri: field.value("of VCR: the address"),
    path: field.unseen(field.value("of nock: the address behind the host")),
    status: field.value("of an answer: a number, or `code` and `message`"),
    body: field.value("a text, or `string` or `base64_string`"),
    parsed_body: field.value("of VCR: the body, read"),
    content: field.value("of HAR's answer: `text`, `mimeType` and `encoding`"),
    postData: field.value("of HAR's request: `text` and `mimeType`"),
  },
  RECORDER,
);

/** An exchange: a HAR's entry, a VCR's interaction or what nock recorded. */
export const HTTP_EXCHANGE = defineRecord({
  request: field.value("what was sent", HTTP_SIDE),
  response: field.value("what came back; of nock, its body", HTTP_SIDE),
  startedDateTime: field.instant("of HAR: when it was sent"),
  time: field.value("of HAR: how many milliseconds it took"),
  recorded_at: field.unseen(field.instant("of VCR: when it was recorded")),
  scope: field.unseen(field.value("of nock: the host")),
  method: field.unseen(field.value("of nock")),
  path: field.unseen(field.value("of nock")),
  body: field.unseen(field.value("of nock: what was sent")),
  status: field.unseen(field.value("of nock: a number")),
  duration: field.unseen(field.left(MARKS, "how long it took")),
  id: field.unseen(field.left(MARKS, "the exchange's")),
  timestamp: field.unseen(field.left(MARKS, "when it was recorded")),
  pageref: field.unseen(field.left(MARKS, "of HAR: the page that sent it")),
  connection: field.unseen(field.left(MARKS, "of HAR: which connection")),
  timings: field.left(MARKS, "of HAR: how long each phase took"),
  cache: field.left(MARKS, "of HAR: what the browser's cache had"),
  serverIPAddress: field.unseen(field.left(MARKS, "of HAR")),
  responseIsBinary: field.unseen(field.left(OWN, "of nock: the answer is in hexadecimal")),
  rawHeaders: field.unseen(field.left(OWN, "of nock: of the answer")),
  reqheaders: field.unseen(field.left(OWN, "of nock: that a request must have")),
  badheaders: field.unseen(field.left(OWN, "of nock: that a request must not have")),
  _initiator: field.unseen(field.left(OWN, "of Chrome: what sent it")),
  _priority: field.unseen(field.left(OWN, "of Chrome")),
  _resourceType: field.unseen(field.left(OWN, "of Chrome")),
  _connectionId: field.unseen(field.left(OWN, "of Chrome: which connection")),
});

const LOG = defineRecord({
  entries: field.value("the exchanges"),
  version: field.left(OWN, "of the form"),
  creator: field.left(OWN, "what wrote it"),
  browser: field.unseen(field.left(OWN, "which browser")),
  pages: field.unseen(field.left(OWN, "the pages that sent the requests")),
  comment: field.unseen(field.left(OWN, "of whoever recorded it")),
});

/** A HAR has a `log`, a cassette of VCR its interactions. */
export const HTTP_FILE = defineRecord({
  log: field.one(LOG, "of HAR: the exchanges, and what recorded them"),
  interactions: field.value("of VCR in Python: the exchanges"),
  http_interactions: field.unseen(field.value("of VCR in Ruby: the exchanges")),
  version: field.left(OWN, "of the form"),
  recorded_with: field.unseen(field.left(OWN, "which version of VCR")),
});

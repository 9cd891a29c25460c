import { defineRecord, field } from "../shared/record-type";

const CALL = {
  id: field.value("by which its result names it"),
  name: field.value("the tool"),
  args: field.value("the arguments"),
};
const RESULT = {
  id: field.value("the call that it answers"),
  name: field.value("the tool"),
  response: field.value("what it gave"),
  parts: field.unseen(field.value("pictures and files that it gave")),
};
const MORE = "what the program keeps for itself";
const PIECE = "what another key says";

const CAMEL_CALL = defineRecord({
  ...CALL,
  partialArgs: field.unseen(field.left(PIECE, "of streamed arguments: a piece")),
  willContinue: field.unseen(field.left(MORE, "of streamed arguments: more follows")),
});
const SNAKE_CALL = defineRecord({
  ...CALL,
  partial_args: field.unseen(field.left(PIECE, "of streamed arguments: a piece")),
  will_continue: field.unseen(field.left(MORE, "of streamed arguments: more follows")),
});
const CAMEL_RESULT = defineRecord({
  ...RESULT,
  scheduling: field.unseen(field.left(MORE, "whether it may break in on what is said")),
  willContinue: field.unseen(field.left(MORE, "the tool gives more later")),
});
const SNAKE_RESULT = defineRecord({
  ...RESULT,
  scheduling: field.unseen(field.left(MORE, "whether it may break in on what is said")),
  will_continue: field.unseen(field.left(MORE, "the tool gives more later")),
});

/** A part of a content: a text, a call or a result. The Python SDK writes its names with underscores. */
const PART = defineRecord(
  {
    text: field.value("what is said or thought"),
    thought: field.value("`true` of what is thought"),
    functionCall: field.value("a tool that is asked for", CAMEL_CALL),
    function_call: field.unseen(field.value("the same", SNAKE_CALL)),
    functionResponse: field.value("what a tool gave", CAMEL_RESULT),
    function_response: field.unseen(field.value("the same", SNAKE_RESULT)),
    inlineData: field.unseen(field.value("a picture or a file")),
    inline_data: field.unseen(field.value("the same")),
    fileData: field.unseen(field.value("where a file is")),
    file_data: field.unseen(field.value("the same")),
    thoughtSignature: field.left("opaque values for the provider", "the seal of the reasoning"),
    thought_signature: field.unseen(field.left("opaque values for the provider", "the same")),
    videoMetadata: field.unseen(field.left(MORE, "of a film: which part of it")),
    video_metadata: field.unseen(field.left(MORE, "the same")),
    mediaResolution: field.unseen(field.left(MORE, "of a picture: how closely it is looked at")),
    partMetadata: field.unseen(field.left(MORE, "marks of whoever sends it")),
  },
  {
    isOf: ({ text, functionCall, function_call: call, functionResponse, function_response: response }) =>
      [text, functionCall, call, functionResponse, response].some((value) => value !== undefined),
  },
);

/** A content of Gemini's API. */
export const GEMINI_CONTENT = defineRecord({
  role: field.value("`user` or `model`"),
  parts: field.value("what it holds", PART),
});

/** Where a program keeps the parts alone. */
export const GEMINI_CONTENTS = { content: PART };

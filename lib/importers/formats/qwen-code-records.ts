import { GEMINI_CONTENT } from "../messages/gemini-records";
import type { ReadingOf } from "../shared/record-type";
import { defineRecord, field } from "../shared/record-type";

const PROGRAM = { others: "the program's" };

const COMPRESSION = defineRecord(
  {
    originalTokenCount: field.tokens("of the window before the compression"),
    newTokenCount: field.tokens("of the history that the compression left"),
  },
  PROGRAM,
);

/** What a `system` record holds: each subtype has fields of its own. */
const PAYLOAD = defineRecord(
  {
    info: field.one(COMPRESSION, "of a `chat_compression`: its figures"),
    compressedHistory: field.value(
      "of a `chat_compression`: what the model sees from then on",
      GEMINI_CONTENT,
    ),
    customTitle: field.text("of a `custom_title`"),
    parentSessionId: field.unseen(field.id("of a `parent_session`: the session that started this one")),
  },
  PROGRAM,
);

const FORK = defineRecord({ sessionId: field.id("the session that was copied") }, PROGRAM);

/** A record of a session's file. Each names the one before. */
export const QWEN_RECORD = defineRecord({
  uuid: field.id("the record's"),
  parentUuid: field.id("the record before"),
  sessionId: field.id("the session; of an agent, the one that started it"),
  timestamp: field.instant("when it was written"),
  type: field.value("`user`, `assistant`, `tool_result` or `system`"),
  subtype: field.value("of a `system` record: `chat_compression`, `custom_title`, `ui_telemetry`, …"),
  message: field.value("what was sent or answered, as Gemini's API has it", GEMINI_CONTENT),
  usageMetadata: field.value("of an answer: what it was billed, as Gemini's API has it"),
  model: field.name("of an answer"),
  contextWindowSize: field.tokens("of an answer: the model's limit"),
  systemPayload: field.one(PAYLOAD, "of a `system` record"),
  cwd: field.name("the folder in which the program runs"),
  version: field.name("the program's"),
  gitBranch: field.name("that is checked out"),
  agentId: field.unseen(field.value("the agent whose record it is")),
  isSidechain: field.unseen(field.flag("an agent's")),
  forkedFrom: field.unseen(field.one(FORK, "of a session that continues a copy of another")),
  toolCallResult: field.left("what another key says", "of a result: what the user is shown"),
  promptId: field.unseen(field.left("ids, times and marks", "of the question that a record belongs to")),
  provenance: field.left("what the program keeps for itself", "of a question: who sent it"),
  goalContext: field.unseen(field.left("what the program keeps for itself", "the goal that is worked for")),
  backgroundTurn: field.unseen(field.left("what the program keeps for itself", "nobody asked for the turn")),
  deliveredTurn: field.unseen(
    field.left("what the program keeps for itself", "the turn that was handed over"),
  ),
  agentName: field.unseen(field.left("what the program keeps for itself", "of an agent")),
  agentColor: field.unseen(field.left("what the program keeps for itself", "of an agent, on the screen")),
  agentRunId: field.unseen(field.left("what the program keeps for itself", "of an agent's run")),
  agentRound: field.unseen(
    field.left("what the program keeps for itself", "of an agent: which of its rounds"),
  ),
  externalInputKind: field.unseen(
    field.left("what the program keeps for itself", "of a question that came from outside"),
  ),
  daemonPromptId: field.unseen(
    field.left("what the program keeps for itself", "of a question that a server took"),
  ),
});

export type QwenRecord = ReadingOf<typeof QWEN_RECORD>;

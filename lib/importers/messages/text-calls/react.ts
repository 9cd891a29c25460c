import { writeCanonicalJson } from "@/lib/core/hash";
import { writeArguments } from "../openai";
import { listFencedBlocks } from "../commands";
import type { TextProtocol, WrittenCall } from "./protocol";
import { readObject, filterOutsideFences, stripEndMarks } from "./protocol";

const ACTION = /^[ \t]*(?:Action|Tool|Function Name)(?:[ \t]*\d+)?[ \t]*:[ \t]*([^\n]*)$/gim;
const INPUT = /^\s*(?:Action|Tool|Function) Input(?:[ \t]*\d+)?[ \t]*:[ \t]*([\s\S]*)$/i;
/** A model that is not stopped goes on and invents the result. */
const IMAGINED = /\n[ \t]*(?:Observation|Function Output|Tool Output)(?:[ \t]*\d+)?[ \t]*:[\s\S]*$/i;
const FINAL = /^[ \t]*Final Answer[ \t]*:/im;
const NAME = /^[\w .:/-]{1,100}$/;
const BRACKETS = /^([\w -]{1,60})\[([\s\S]*)\]$/;

/** `Action: name` with `Action Input: …` in the next line, `Action: name[input]`, or an action as a JSON block. */
export const react: TextProtocol = {
  id: "ReAct",
  declared: (instructions) =>
    /^[^\n]*\b(Action|Function|Tool) Input[ \t]*:/im.test(instructions) ||
    /"?action_input"?/.test(instructions) ||
    (/^[ \t]*Action(?:[ \t]*\d+)?[ \t]*:/im.test(instructions) &&
      /^[ \t]*Observation(?:[ \t]*\d+)?[ \t]*:/im.test(instructions)),
  read: (reply) => {
    const text = stripEndMarks(reply).replace(IMAGINED, "");
    const actions = filterOutsideFences(text, text.matchAll(ACTION));
    const [action] = actions;
    if (action === undefined || actions.length > 1 || FINAL.test(text.slice(action.index))) return null;
    const call = findCall(action[1]?.trim() ?? "", text.slice(action.index + action[0].length));
    return call === null ? null : { said: text.slice(0, action.index).trimEnd(), calls: [call] };
  },
};

function findCall(named: string, tail: string): WrittenCall | null {
  const input = INPUT.exec(tail)?.[1]?.trim();
  if (input !== undefined)
    return NAME.test(named) ? { toolName: named, content: readInputText(input) } : null;
  const [, tool, inner] = BRACKETS.exec(named) ?? [];
  if (tool !== undefined && tail.trim() === "")
    return { toolName: tool.trim(), content: writeCanonicalJson({ input: inner ?? "" }) };
  const blob = readObject(stripFence(`${named}\n${tail}`.trim()));
  if (typeof blob?.action !== "string" || /^final answer$/i.test(blob.action)) return null;
  return { toolName: blob.action, content: writeArguments(blob.action_input) };
}

function readInputText(input: string): string {
  const bare = stripFence(input);
  const args = readObject(bare);
  return args === null ? bare : writeCanonicalJson(args);
}

function stripFence(text: string): string {
  const [block] = listFencedBlocks(text);
  return (text.startsWith("```") && block !== undefined ? block.text : text).trim();
}

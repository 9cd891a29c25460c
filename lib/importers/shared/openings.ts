/**
 * Tells the conversations of a trace or a log apart by what the user first said in them. A call that shows no user
 * message belongs to the conversation of the call before it.
 */
export function byOpening<T>(calls: readonly T[], openingOf: (call: T) => string | undefined): T[][] {
  const conversations = new Map<string, T[]>();
  let latest = "";
  for (const call of calls) {
    latest = openingOf(call) ?? latest;
    const conversation = conversations.get(latest);
    if (conversation === undefined) conversations.set(latest, [call]);
    else conversation.push(call);
  }
  return [...conversations.values()];
}

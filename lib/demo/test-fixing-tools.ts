const schema = (name: string, what: string, args: string) =>
  JSON.stringify({ name, description: what, parameters: args });

export const TOOLS: Readonly<Record<string, string>> = {
  read_file: schema("read_file", "Read lines of a file in the workspace.", "path, from, to"),
  search: schema("search", "Search the workspace for a symbol or a text.", "query"),
  run_command: schema("run_command", "Run a command in the workspace.", "command"),
  apply_patch: schema("apply_patch", "Apply a patch to files of the workspace.", "patch"),
};

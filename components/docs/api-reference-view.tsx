import { setImmediate } from "node:timers/promises";

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: string;
  readonly fields: readonly Field[];
}

interface Field {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

export function ApiReferenceView({ operations }: { operations: readonly Operation[] }) {
  const groups = [...new Set(operations.map(({ group }) => group))].map(
    (group) => [group, operations.filter((operation) => operation.group === group)] as const,
  );
  return (
    <>
      <h1 className="text-lg font-medium">API reference</h1>
      <p className="mt-3 max-w-[75ch] leading-6 text-ink-2">
        {operations.length} routes. The same as OpenAPI 3.1:{" "}
        <a className="underline underline-offset-2 hover:text-ink" href="/api/v1/openapi.json">
          openapi.json
        </a>
        . An error is always <code className="code">{"{error: {code, message, details?}}"}</code>; details
        name the field.
      </p>
      <nav aria-label="Groups of routes" className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-xs">
        {groups.map(([group, own]) => (
          <a
            key={group}
            href={`#${anchorOf(group)}`}
            className="inline-flex min-h-6 items-center text-ink-2 hover:text-ink"
          >
            {group} <span className="num ml-1 text-ink-3">{own.length}</span>
          </a>
        ))}
      </nav>
      {groups.map(([group, own]) => (
        <section key={group} aria-labelledby={anchorOf(group)}>
          <h2 id={anchorOf(group)} className="mt-6 scroll-mt-14 border-b border-line-strong pb-1 font-medium">
            {group}
          </h2>
          <ul>
            {own.map((operation) => (
              <li key={operation.id} id={operation.id} className="scroll-mt-14 border-b border-line">
                <OperationInTurn {...operation} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function anchorOf(group: string): string {
  return `group-${group.replaceAll(" ", "-")}`;
}

/** The page is long. Others are answered between its routes. */
async function OperationInTurn(operation: Operation) {
  await setImmediate();
  return <OperationRow {...operation} />;
}

function OperationRow({ method, path, summary, description, scope, fields }: Operation) {
  return (
    <details className="py-2">
      <summary className="grid cursor-pointer grid-cols-[4rem_1fr] gap-x-2 text-xs">
        <span className="code text-ink-3">{method}</span>
        <span className="min-w-0">
          <span className="code break-words">{path}</span>
          <span className="block text-ink-2">{summary}</span>
        </span>
      </summary>
      <div className="mt-2 ml-18 text-xs text-ink-2 max-sm:ml-0">
        {description !== "" && <p className="max-w-[75ch] leading-5">{description}</p>}
        <p className="mt-1 text-ink-3">Scope: {scope}</p>
        {fields.length > 0 && <FieldTable fields={fields} />}
      </div>
    </details>
  );
}

function FieldTable({ fields }: { fields: readonly Field[] }) {
  return (
    <div className="mt-2 overflow-x-auto" tabIndex={0} role="region" aria-label="Fields">
      <table className="api-fields">
        <thead>
          <tr>
            <th>Where</th>
            <th>Field</th>
            <th>Type</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, place, type, required, description }) => (
            <tr key={`${place} ${name}`}>
              <td>{place}</td>
              <td>
                {name}
                {required && place !== "answer" && <span title="required"> *</span>}
              </td>
              <td>{type}</td>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

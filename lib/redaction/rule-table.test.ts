import { describe, expect, it } from "vitest";
import { listIssued } from "./issued";
import { listNamed } from "./named-values";
import { CHOSEN_DETECTORS, PERSONAL_DETECTORS } from "./personal";
import { FORM_RULES, LINKS, NAME_RULES, NEAR_RULES, PERSONAL_RULES } from "./rule-table";

const hits = (text: string) => [...listIssued(text), ...listNamed(text)];

describe.each(FORM_RULES.map((rule) => [`${rule.id} (${rule.label})`, rule] as const))(
  "the rule %s",
  (_, rule) => {
    it("finds its examples, and not what is none", () => {
      for (const parts of rule.hits) expect(hits(`x = ${parts.join("")} `), parts.join("")).not.toEqual([]);
      for (const parts of rule.not)
        expect(
          [...listIssued(`x ${parts.join("")} `)].filter(({ label }) => label === rule.label),
          parts.join(""),
        ).toEqual([]);
    });
  },
);

describe("the rule for a value beside the name", () => {
  it.each(NEAR_RULES.map((rule) => [rule.id, rule] as const))(
    "%s finds its examples, and not what is none",
    (_, rule) => {
      const named = (value: string) => [
        ...listNamed(`${(rule.words[0] ?? "").toUpperCase()}_X = "${value}"`),
      ];
      for (const parts of rule.hits) expect(named(parts.join("")), parts.join("")).not.toEqual([]);
      for (const parts of rule.not)
        expect(
          named(parts.join("")).filter(({ label }) => label === rule.label),
          parts.join(""),
        ).toEqual([]);
    },
  );

  it.each(NAME_RULES.map((rule) => [rule.id, rule] as const))(
    "%s finds its examples, and not what is none",
    (_, rule) => {
      for (const text of rule.hits) expect([...listNamed(text)], text).not.toEqual([]);
      for (const text of rule.not) expect([...listNamed(text)], text).toEqual([]);
    },
  );
});

describe("a way to write a value beside its name", () => {
  it.each(LINKS.map((link) => link.hits[0] ?? "").map((hit, i) => [hit, i] as const))("%s", (_, i) => {
    for (const text of LINKS[i]?.hits ?? []) expect([...listNamed(text)], text).toHaveLength(1);
  });
});

describe("the rule for personal data", () => {
  const found = (id: string, text: string) =>
    [...PERSONAL_DETECTORS, ...CHOSEN_DETECTORS]
      .filter((one) => one.id === id)
      .flatMap(({ find }) => [...find(text)]);
  it.each(PERSONAL_RULES.map((rule) => [rule.hits[0] ?? "", rule] as const))(
    "%s",
    (_, { id, hits: examples, not }) => {
      for (const text of examples) expect(found(id, `x: ${text} y`), text).not.toEqual([]);
      for (const text of not) expect(found(id, `x: ${text} y`), text).toEqual([]);
    },
  );
});

describe("every form of the table", () => {
  it("bounds each repetition", () => {
    const forms = [
      ...[...FORM_RULES, ...NEAR_RULES, ...PERSONAL_RULES].map(({ id, form }) => ({ id, form })),
      ...LINKS.map(({ pattern, hits: [id] }) => ({ id, form: pattern })),
    ];
    for (const { id, form } of forms) {
      const bare = form.replace(/\\./g, "_").replace(/\[[^\]]*\]/g, "_");
      expect(bare, id).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });
});

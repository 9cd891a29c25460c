import { expect, it } from "vitest";
import { complaintsAbout } from "./judge";

const REFUSED = "takes the first";

it.each([
  "SELECT session_id FROM session WHERE project_id = $1 ORDER BY updated_at DESC LIMIT 5",
  "SELECT * FROM edge WHERE session_id = $1::uuid ORDER BY turn LIMIT 5",
  "SELECT s.name FROM session s JOIN turn t ON t.session_id = s.session_id ORDER BY s.session_id LIMIT $1",
  "SELECT name FROM (SELECT name FROM session ORDER BY updated_at LIMIT 5) AS newest ORDER BY name",
  "SELECT DISTINCT project_id FROM judge_task LIMIT 5",
])("refuses %s, which takes any of equal rows", async (sql) => {
  expect((await complaintsAbout(sql)).join()).toContain(REFUSED);
});

it.each([
  "SELECT session_id FROM session WHERE project_id = $1 ORDER BY updated_at DESC, session_id LIMIT 5",
  "SELECT * FROM edge WHERE session_id = $1::uuid ORDER BY turn, from_block, no LIMIT 5",
  "SELECT s.name FROM session s JOIN turn t ON t.session_id = s.session_id ORDER BY s.session_id, t.turn LIMIT $1",
  "SELECT name FROM session WHERE session_id = $1::uuid LIMIT 1",
  "SELECT 1 FROM session WHERE project_id = $1 LIMIT 1",
  "SELECT count(*) FROM (SELECT 1 FROM session WHERE project_id = $1 LIMIT 100) AS counted",
  "SELECT model, count(*) FROM turn GROUP BY model ORDER BY count(*) DESC, model LIMIT 5",
])("leaves %s alone", async (sql) => {
  expect((await complaintsAbout(sql)).join()).not.toContain(REFUSED);
});

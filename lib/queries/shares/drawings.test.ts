import { expect, it } from "vitest";
import { Drawings } from "./drawings";

it("draws one image at a time, and the same one once for all who wait for it", async () => {
  const drawings = new Drawings();
  const drawn: string[] = [];
  let [underWay, most] = [0, 0];
  const draw = (name: string) => async () => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 2));
    underWay--;
    drawn.push(name);
    return new TextEncoder().encode(name).buffer;
  };
  const names = ["a", "b", "a", "c", "b", "a"];
  const images = await Promise.all(names.map((name) => drawings.drawOnce(name, draw(name))));
  expect(images.map((image) => new TextDecoder().decode(image))).toEqual(names);
  expect([drawn, most]).toEqual([["a", "b", "c"], 1]);
});

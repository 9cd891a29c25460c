import { describe, expect, it } from "vitest";
import { isPreview } from "./preview";

const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const preview = (headers: Record<string, string>, method = "GET") => isPreview(new Headers(headers), method);

describe("a view of a share", () => {
  it("is a person's with a browser, or a program's", () => {
    expect([preview({ "user-agent": BROWSER }), preview({ "user-agent": "curl/8.0" }), preview({})]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
    { "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)" },
    { "user-agent": "TelegramBot (like TwitterBot)" },
    { "user-agent": "WhatsApp/2.23.20.0" },
    { "user-agent": "facebookexternalhit/1.1" },
    { "user-agent": "LinkedInBot/1.0 (compatible; Mozilla/5.0)" },
    { "user-agent": `${BROWSER} SkypeUriPreview Preview/0.5` },
    { "user-agent": "ZulipURLPreview/2.0 (+https://zulip.example)" },
    { "user-agent": "Discourse Forum Onebox v3.4" },
    { "user-agent": "Mastodon/4.2.1 (http.rb/5.1.1; +https://social.example/)" },
    { "user-agent": "Bluesky Cardyb/1.1; +mailto:support@bsky.app" },
    { "user-agent": "Nextcloud Server Crawler" },
    { "user-agent": "Asana/1.4.0 WebsiteMetadataRetriever" },
    { "user-agent": "github-camo (abc)" },
    { "user-agent": BROWSER, "sec-purpose": "prefetch;prerender" },
    { "user-agent": BROWSER, purpose: "prefetch" },
  ])("is a preview by %o", (headers) => expect(preview(headers)).toBe(true));

  it("does not count for a HEAD request", () => expect(preview({}, "HEAD")).toBe(true));
});

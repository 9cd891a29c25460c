/** Programs that fetch a link to show what it leads to, before a person opens it. */
const PREVIEWERS =
  /bot\b|Slackbot|Slack-ImgProxy|facebookexternalhit|facebookcatalog|WhatsApp|SkypeUriPreview|BingPreview|MicrosoftPreview|Mattermost|Embedly|redditbot|Iframely|vkShare|Google-PageRenderer|GoogleMessages|Snapchat|Synapse|Signal-Desktop|Viber|Line\/|KakaoTalk-scrap|Zoom|Notion/i;

/**
 * Whether nobody looks at what is asked for: a HEAD, a browser that fetches ahead, a chat program that draws a preview.
 * Such a request is no view, and is shown nothing that a view would be counted for.
 */
export function isPreview(headers: Pick<Headers, "get">, method: string | null): boolean {
  if (method === "HEAD") return true;
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return /prefetch|prerender|preview/i.test(purpose) || PREVIEWERS.test(headers.get("user-agent") ?? "");
}

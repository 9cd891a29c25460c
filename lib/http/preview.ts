const PREVIEWERS =
  /bot\b|Slackbot|Slack-ImgProxy|facebookexternalhit|facebookcatalog|WhatsApp|SkypeUriPreview|BingPreview|MicrosoftPreview|Mattermost|Embedly|redditbot|Iframely|vkShare|Google-PageRenderer|GoogleMessages|Snapchat|Synapse|Signal-Desktop|Viber|Line\/|KakaoTalk-scrap|Zoom|Notion|preview|onebox|unfurl|crawler|spider|scraper|opengraph|metadata|Cardyb|Mastodon|Misskey|Pleroma|Akkoma|Lemmy|Nextcloud|Rocket\.Chat|github-camo|ms-office/i;

/**
 * Whether no person looks at the answer: a HEAD request, a browser's prefetch, or the link preview of a chat program.
 * Such a request does not count as a view and gets no shared content.
 */
export function isPreview(headers: Pick<Headers, "get">, method: string | null): boolean {
  if (method === "HEAD") return true;
  const purpose = `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""} ${headers.get("x-moz") ?? ""}`;
  return /prefetch|prerender|preview/i.test(purpose) || PREVIEWERS.test(headers.get("user-agent") ?? "");
}

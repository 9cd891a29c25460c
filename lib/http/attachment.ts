/** An answer that browsers save as a file. */
export function attachment(name: string, type: string, body: string): Response {
  return new Response(body, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "x-robots-tag": "noindex, nofollow",
    },
  });
}

/** Ends with 0 where Sightglass on this machine answers, and reaches its database. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT ?? 4318}/api/v1/health`).catch(() => null);
process.exitCode = answer?.ok === true ? 0 : 1;

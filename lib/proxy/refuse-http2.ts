import type { Server } from "node:http";
import type { Duplex } from "node:stream";

const PREFACE = "PRI * HTTP/2.0";
const SETTINGS = 4;
const GOAWAY = 7;
const HTTP_1_1_REQUIRED = 13;
const WHY = "the proxy speaks HTTP/1.1; a client that offers both uses that";

/** Tells a client that begins with HTTP/2 in its own protocol what to use (RFC 9113, sections 6.8 and 7). */
export function refuseHttp2(server: Server): void {
  server.on("clientError", (error: Error & { rawPacket?: Buffer }, socket: Duplex) => {
    if (!socket.writable) return void socket.destroy();
    if (error.rawPacket?.toString("latin1", 0, PREFACE.length) !== PREFACE)
      return void socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
    const lastStreamAndCode = Buffer.from([0, 0, 0, 0, 0, 0, 0, HTTP_1_1_REQUIRED]);
    const goaway = Buffer.concat([lastStreamAndCode, Buffer.from(WHY)]);
    socket.end(Buffer.concat([frame(SETTINGS, Buffer.alloc(0)), frame(GOAWAY, goaway)]));
  });
}

/** A frame of the whole connection, without flags. */
function frame(type: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  return Buffer.concat([head, payload]);
}

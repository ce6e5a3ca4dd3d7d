import { startScriptedServer, type ScriptedServer } from '../../../support/scripted-server.js';

/** What a server says to a command, as it stands on the wire; "" says nothing. */
export type RespScript = (command: readonly string[], connection: number) => string;

/** Starts a server of the Redis protocol that answers as told; it knows PING by itself. */
export const startRespServer = (script: RespScript): Promise<ScriptedServer> => {
  const received = new Map<number, string>();
  return startScriptedServer((text, connection, socket) => {
    const { commands, rest } = takeCommands((received.get(connection) ?? '') + text);
    received.set(connection, rest);
    for (const command of commands) {
      socket.write(command[0] === 'PING' ? '+PONG\r\n' : script(command, connection));
    }
  });
};

/** A text as a value on the wire. */
export const bulk = (text: string): string => `$${String(text.length)}\r\n${text}\r\n`;

type Taken = Readonly<{ commands: readonly (readonly string[])[]; rest: string }>;

/** Splits off the commands that are there in full; none of their words has a line break. */
const takeCommands = (text: string): Taken => {
  const commands: string[][] = [];
  const lines = text.split('\r\n');
  let at = 0;
  for (;;) {
    const wordCount = Number(/^\*(\d+)$/.exec(lines[at] ?? '')?.[1]);
    const end = at + 1 + 2 * wordCount;
    // The last line has no end yet.
    if (!(end < lines.length)) return { commands, rest: lines.slice(at).join('\r\n') };
    commands.push(lines.slice(at + 1, end).filter((_, index) => index % 2 === 1));
    at = end;
  }
};

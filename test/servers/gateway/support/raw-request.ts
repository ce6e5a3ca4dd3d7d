import { request, type IncomingMessage } from 'node:http';

/** A response as it stood on the wire. */
export type RawAnswer = Readonly<{
  status: number;
  rawHeaders: readonly string[];
  header: (name: string) => string | undefined;
  text: string;
  json: () => Record<string, never>;
}>;

/** A request whose headers are sent line by line, spelled and repeated as given. */
export type RawRequest = Readonly<{
  method?: string;
  path?: string;
  /** Name, value, name, value, ... */
  headers?: readonly string[];
  body?: string | Buffer;
}>;

/** Sends a request as it is; fetch would tidy its headers up. */
export const send = async (base: string, given: RawRequest): Promise<RawAnswer> => {
  const response = await open(base, given);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const header = (name: string): string | undefined => {
    const index = response.rawHeaders.findIndex(
      (line, at) => at % 2 === 0 && line.toLowerCase() === name,
    );
    return index === -1 ? undefined : response.rawHeaders[index + 1];
  };
  return {
    status: response.statusCode!,
    rawHeaders: response.rawHeaders,
    header,
    text,
    json: () => JSON.parse(text) as Record<string, never>,
  };
};

/** The same, resolving when the headers of the response are there. */
export const open = (
  base: string,
  { method = 'POST', path = '/v1/chat/completions', headers = [], body = '' }: RawRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { host, hostname, port } = new URL(base);
    const bytes = Buffer.from(body);
    const length = bytes.length > 0 ? ['content-length', String(bytes.length)] : [];
    const sent = request(
      {
        hostname,
        port,
        method,
        path,
        headers: ['host', host, ...length, ...headers],
        agent: false,
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(bytes);
  });

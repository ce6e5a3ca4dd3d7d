// eslint-disable-next-line no-restricted-syntax -- the package brings no types of its own
declare module 'hashring' {
  export default class HashRing {
    constructor(
      servers: readonly string[],
      algorithm?: string,
      options?: Readonly<Record<string, unknown>>,
    );
    get(key: string): string | undefined;
  }
}

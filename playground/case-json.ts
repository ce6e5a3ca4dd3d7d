/** A case as JSON, as far as the form edits it, and its way into the address of the page and back. */
export type Fields = Record<string, unknown>;

export type CaseJson = {
  config?: Fields;
  snapshot?: Fields & { clusters: (Fields & { stats?: Fields })[] };
  request?: Fields;
  elapsed_ms?: number;
};

/** The case as the fragment of an address; `fromFragment` reads it back equal. */
export const toFragment = (json: CaseJson): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(json))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Undefined when the fragment holds no case. */
export const fromFragment = (fragment: string): CaseJson | undefined => {
  try {
    const text = atob(fragment.replace(/^#/, '').replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    const json: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
};

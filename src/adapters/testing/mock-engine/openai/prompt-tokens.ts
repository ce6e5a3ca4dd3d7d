const BYTES_PER_TOKEN = 4;
const EXTRA_TOKENS = 5;

/** Tokens of a prompt: what the `x-input-tokens` header says, else 5 + a quarter of its bytes. */
export const countPromptTokens = (header: string | undefined, promptText: string): number => {
  const stated = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(stated)) return Number(stated);
  return EXTRA_TOKENS + Math.ceil(Buffer.byteLength(promptText) / BYTES_PER_TOKEN);
};

import type { SendOrder, SendOutcome } from '../../../../src/adapters/router/index.js';

/** One order as a test sees it, with a way to end the response. */
export type Sent = Readonly<{ order: SendOrder; end: () => void; isDiscarded: () => boolean }>;

/** What an engine does with an order. */
export type Reaction =
  | 'ok'
  | 'refuse'
  | 'refuse_timeout'
  | 'own_fault'
  | 'break'
  | 'break_timeout'
  | 'throw'
  | Readonly<{ status: number; retryable?: boolean; reason?: string }>;

/** A `send` that writes down what it is asked and does as `react` says. */
export const createSendLog = (
  react: (order: SendOrder, count: number) => Reaction | Promise<Reaction> = () => 'ok',
) => {
  const sent: Sent[] = [];
  const send = async (order: SendOrder): Promise<SendOutcome<Sent>> => {
    let end = (): void => undefined;
    let isDiscarded = false;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const entry = { order, end: () => end(), isDiscarded: () => isDiscarded };
    sent.push(entry);
    const reaction = await react(order, sent.length);
    switch (reaction) {
      case 'refuse':
      case 'refuse_timeout':
        return { kind: 'not_connected', isTimeout: reaction !== 'refuse', message: 'no door' };
      case 'own_fault':
        return { kind: 'not_connected', isTimeout: false, isOwnFault: true, message: 'EMFILE' };
      case 'break':
      case 'break_timeout':
        return { kind: 'broken', isTimeout: reaction !== 'break', message: 'cut off' };
      case 'throw':
        throw new Error('a sender may throw');
      default: {
        const {
          status,
          retryable = false,
          reason,
        } = reaction === 'ok' ? { status: 200 } : reaction;
        const discard = (): void => {
          isDiscarded = true;
          end();
        };
        const mark = { isRetryable: retryable, retryReason: reason };
        return { kind: 'answered', status, ...mark, sent: entry, discard, ended };
      }
    }
  };
  return { send, sent, backends: () => sent.map(({ order }) => order.backend.id) };
};

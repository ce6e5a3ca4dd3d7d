/** The memory that request bodies take, all together. */
import type { BodyHold as OpenHold } from '../../servers/client/request-body.js';

/** What one request holds of the budget. */
export type BodyHold = OpenHold &
  Readonly<{
    /** Gives all of it back; may be called again. */
    release: () => void;
  }>;

/** Bodies held at once share it; who comes when it is used up is refused, and may try again. */
export type BodyBudget = Readonly<{ open: () => BodyHold; heldBytes: () => number }>;

/** Makes a budget. */
export const createBodyBudget = (maxBytes: number): BodyBudget => {
  let heldBytes = 0;
  const open = (): BodyHold => {
    let ownBytes = 0;
    const hasRoom = (bytes: number): boolean => heldBytes + bytes <= maxBytes;
    return {
      hasRoom,
      take: (bytes) => {
        if (!hasRoom(bytes)) return false;
        heldBytes += bytes;
        ownBytes += bytes;
        return true;
      },
      release: () => {
        heldBytes -= ownBytes;
        ownBytes = 0;
      },
    };
  };
  return { open, heldBytes: () => heldBytes };
};

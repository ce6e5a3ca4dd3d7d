/** A turn as the client sends it. */
export type ChatTurn = Readonly<{
    gatewayUrl: string;
    model: string;
    sessionId: string;
    promptTokens: number;
}>;
/** What the client sees of the answer. */
export type ChatAnswer = Readonly<{
    requestId: string;
    clusterId: string;
    cachedTokens: number;
    /** From sending to the first piece of the stream. */
    ttftMs: number;
}>;
/** Sends one streaming chat completion through the gateway and reads it to its end. */
export declare const sendChatTurn: (turn: ChatTurn) => Promise<ChatAnswer>;

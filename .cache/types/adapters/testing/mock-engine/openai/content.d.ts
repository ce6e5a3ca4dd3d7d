import * as t from 'io-ts';
/** Content of a message: text, or parts of which some have text. */
export declare const Content: t.UnionC<[t.StringC, t.ArrayC<t.IntersectionC<[t.TypeC<{
    type: t.StringC;
}>, t.PartialC<{
    text: t.StringC;
}>]>>]>;
/** A message or another item of a conversation. */
export declare const ConversationItem: t.PartialC<{
    role: t.UnionC<[t.Type<string, string, unknown>, t.NullC, t.UndefinedC]>;
    content: t.UnionC<[t.Type<string | ({
        type: string;
    } & {
        text?: string;
    })[], string | ({
        type: string;
    } & {
        text?: string;
    })[], unknown>, t.NullC, t.UndefinedC]>;
    output: t.UnionC<[t.Type<string | ({
        type: string;
    } & {
        text?: string;
    })[], string | ({
        type: string;
    } & {
        text?: string;
    })[], unknown>, t.NullC, t.UndefinedC]>;
}>;
/** All text of a conversation, in order. */
export declare const conversationText: (items: readonly t.TypeOf<typeof ConversationItem>[]) => string;

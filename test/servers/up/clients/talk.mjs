/**
 * Conversations by an official client of Node, unchanged: each line of input names talks and how
 * many turns each goes on, and is answered by a line when they have been answered.
 */
import { createInterface } from 'node:readline';

const { OPENAI_BASE_URL: baseURL, MODEL: model } = process.env;

/** Odd turns are streamed; each returns what goes on in the next. */
const CLIENTS = {
  'openai-chat': async () => {
    const { OpenAI } = await import('openai');
    const client = new OpenAI();
    return inMessages(async (messages, isStreamed) =>
      isStreamed
        ? client.chat.completions.stream({ model, messages }).finalContent()
        : (await client.chat.completions.create({ model, messages })).choices[0].message.content,
    );
  },
  'openai-responses': async () => {
    const { OpenAI } = await import('openai');
    const client = new OpenAI();
    return () => {
      let previous_response_id;
      return async (input, isStreamed) => {
        const body = { model, input, previous_response_id };
        const response = isStreamed
          ? await client.responses.stream(body).finalResponse()
          : await client.responses.create(body);
        previous_response_id = response.id;
      };
    };
  },
  'ai-sdk': async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const { generateText, streamText } = await import('ai');
    const provider = createOpenAICompatible({ name: 'homeward', baseURL });
    return inMessages(async (messages, isStreamed) =>
      isStreamed
        ? streamText({ model: provider(model), messages }).text
        : (await generateText({ model: provider(model), messages })).text,
    );
  },
};

/** Talks of which every turn repeats all before it. */
const inMessages = (answer) => () => {
  const messages = [];
  return async (content, isStreamed) => {
    messages.push({ role: 'user', content });
    messages.push({ role: 'assistant', content: await answer(messages, isStreamed) });
  };
};

const open = await CLIENTS[process.argv[2]]();
const talks = new Map();

const goOn = async (name, turns) => {
  const talk = talks.get(name) ?? { say: open(), turn: 0 };
  talks.set(name, talk);
  for (let i = 0; i < turns; i++) {
    talk.turn += 1;
    await talk.say(`talk ${name}, turn ${talk.turn}`, talk.turn % 2 === 1);
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const { names, turns } = JSON.parse(line);
  await Promise.all(names.map((name) => goOn(name, turns)));
  console.log('answered');
}

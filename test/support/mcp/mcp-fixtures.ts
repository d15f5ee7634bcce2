/**
 * The MCP server on which the MCP conformance suite runs its scenarios. The server has the tools, prompts and resources
 * that the scenarios use.
 */
import { setTimeout as wait } from 'node:timers/promises';
import {
  acceptedContent,
  completable,
  createRequestStateCodec,
  inputRequired,
  McpServer,
  ResourceTemplate,
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const;
const embedded = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

const codec = createRequestStateCodec({ key: Buffer.alloc(32, 7) });

export function fixtureServer(): Server {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        logging: {},
        completions: {},
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: true },
      },
      requestState: { verify: (state, context) => codec.verify(state, context) },
    },
  );
  addContentTools(server);
  addTalkingTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  return server.server;
}

function addContentTools(server: McpServer): void {
  const answers: Record<string, CallToolResult> = {
    test_simple_text: said('This is a simple text response for testing.'),
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] },
    test_embedded_resource: {
      content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    },
    test_multiple_content_types: {
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    },
  };
  for (const [name, answer] of Object.entries(answers))
    server.registerTool(name, { description: name }, () => answer);
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function addTalkingTools(server: McpServer): void {
  server.registerTool('test_tool_with_progress', { description: 'Reports progress.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      const params = { progressToken: progressToken ?? 0, progress, total: 100 };
      if (progressToken !== undefined) await mcpReq.notify({ method: 'notifications/progress', params });
      await wait(50);
    }
    return said('done');
  });
  const lines = ['Tool execution started', 'Tool processing data', 'Tool execution completed'];
  const logged = async ({ mcpReq }: ServerContext) => {
    for (const line of lines) {
      await mcpReq.log('info', line);
      await wait(50);
    }
    return said('done');
  };
  server.registerTool('test_tool_with_logging', { description: 'Writes to the log.' }, logged);
  server.registerTool('test_logging_tool', { description: 'Writes to the log.' }, logged);
  server.registerTool('test_missing_capability', { description: 'Needs sampling.' }, ({ mcpReq }) => {
    if (mcpReq.inputResponses) return said('declared');
    return inputRequired({ inputRequests: { sample: sampling('Hello', 10) } });
  });
}

const text = { type: 'string' } as const;
const form = (message: string, field: string, type: object = text) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [field]: type as typeof text }, required: [field] },
  });
const sampling = (prompt: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
    maxTokens,
  });

type Answered = Readonly<Record<string, unknown>>;
const answered = ({ mcpReq }: ServerContext): Answered => mcpReq.inputResponses ?? {};

function addAskingTools(server: McpServer): void {
  const tool = (name: string, run: (context: ServerContext) => unknown) =>
    server.registerTool(name, { description: name }, run as () => CallToolResult);
  const prefix = 'test_input_required_result';

  tool(`${prefix}_elicitation`, ({ mcpReq }) => {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }));
    if (given) return said(`Hello, ${given.name}!`);
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  });
  tool(`${prefix}_sampling`, (context) => {
    const { capital_question: given } = answered(context);
    if (given !== undefined) return said(JSON.stringify(given));
    return inputRequired({
      inputRequests: { capital_question: sampling('What is the capital of France?', 100) },
    });
  });
  tool(`${prefix}_list_roots`, (context) => {
    const { client_roots: given } = answered(context);
    if (given !== undefined) return said(JSON.stringify(given));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool(`${prefix}_request_state`, async (context) => {
    const { confirm: given } = answered(context);
    if (given !== undefined && context.mcpReq.requestState()) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: form('Please confirm', 'ok', { type: 'boolean' }) },
      requestState: await codec.mint({ step: 1 }),
    });
  });
  tool(`${prefix}_tampered_state`, async (context) => {
    const { confirm: given } = answered(context);
    if (given !== undefined && context.mcpReq.requestState()) return said('state-ok');
    return inputRequired({
      inputRequests: { confirm: form('Please confirm', 'ok', { type: 'boolean' }) },
      requestState: await codec.mint({ step: 1 }),
    });
  });
  tool(`${prefix}_multiple_inputs`, async (context) => {
    const given = answered(context);
    const names = ['user_name', 'greeting', 'client_roots'];
    if (names.every((name) => given[name] !== undefined)) return said(JSON.stringify(given));
    return inputRequired({
      inputRequests: {
        user_name: form('What is your name?', 'name'),
        greeting: sampling('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await codec.mint({ step: 1 }),
    });
  });
  tool(`${prefix}_multi_round`, async (context) => {
    const { step1, step2 } = answered(context);
    if (step2 !== undefined) return said(JSON.stringify(step2));
    const [name, message, field] =
      step1 === undefined
        ? ['step1', 'Step 1: What is your name?', 'name']
        : ['step2', 'Step 2: What is your favorite color?', 'color'];
    return inputRequired({
      inputRequests: { [name]: form(message, field) },
      requestState: await codec.mint({ step: name }),
    });
  });
  tool(`${prefix}_capabilities`, (context) => {
    const envelope = context.mcpReq.envelope as { [key: string]: { sampling?: object } } | undefined;
    const asked = envelope?.[CLIENT_CAPABILITIES_META_KEY]?.sampling
      ? { capital_question: sampling('What is the capital of France?', 100) }
      : { user_name: form('What is your name?', 'name') };
    if (Object.keys(answered(context)).length > 0) return said('done');
    return inputRequired({ inputRequests: asked });
  });
  tool('test_streaming_elicitation', (context) => {
    if (Object.keys(answered(context)).length > 0) return said('done');
    return inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } });
  });
}

function addResources(server: McpServer): void {
  const resource = (
    name: string,
    uri: string,
    mimeType: string,
    content: { text: string } | { blob: string },
  ) =>
    server.registerResource(name, uri, { description: name, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  const about = 'This is the content of the static text resource.';
  resource('static text', 'test://static-text', 'text/plain', { text: about });
  resource('static binary', 'test://static-binary', 'image/png', { blob: pixel });
  resource('watched', 'test://watched-resource', 'text/plain', { text: 'watched' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const mimeType = 'application/json';
  server.registerResource('template', template, { description: 'template', mimeType }, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType,
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = (content: object) => ({ role: 'user', content }) as never;
  const words = (line: string) => user({ type: 'text', text: line });
  server.registerPrompt('test_simple_prompt', { description: 'A prompt.' }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }));
  const argument = completable(z.string(), () => []);
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: z.object({ arg1: argument, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user(embedded(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
        words('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture.' }, () => ({
    messages: [user(image), words('Please analyze the image above.')],
  }));
  server.registerPrompt('test_input_required_result_prompt', { description: 'Asks.' }, ((
    context: ServerContext,
  ) => {
    if (Object.keys(answered(context)).length > 0) return { messages: [words('done')] };
    return inputRequired({ inputRequests: { user_context: form('What context?', 'context') } });
  }) as never);
}

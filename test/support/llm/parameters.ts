import type { WireName } from '../../../src/capabilities/llm/wires/policy.ts'

type Body = Readonly<Record<string, unknown>>

/** A request that uses one parameter. */
export interface Sample {
  readonly body: Body
  /** Text by which the parameter is found in what is sent. */
  readonly mark?: string
  /** The same request without it: what is sent then differs, where the parameter is sent on. */
  readonly without?: Body
  /** Providers that do what it asks for anyway, so that nothing is sent. */
  readonly isDefault?: readonly WireName[]
  /** Providers for which this value is refused, though others are served. */
  readonly refusedBy?: readonly WireName[]
}

export const BASES: Readonly<Record<WireName, Body>> = {
  chat: { messages: [{ role: 'user', content: 'Hi' }] },
  messages: { max_tokens: 2_048, messages: [{ role: 'user', content: 'Hi' }] },
  responses: { input: [{ role: 'user', content: 'Hi' }] },
}

const MARK = 'marked-by-test'
const marked = (body: Body): Sample => ({ body, mark: MARK })
const SCHEMA = { type: 'object', properties: { city: { type: 'string', description: MARK } } }
const PIXEL = 'iVBORw0KGgo='
const DATA = `data:image/png;base64,${PIXEL}`
/** The mark, as the data URL of a text file. */
const FILE = `data:text/plain;base64,${Buffer.from(MARK).toString('base64')}`
const textDocument = { type: 'document', source: { type: 'text', data: MARK } }
const partedDocument = {
  type: 'document',
  source: { type: 'content', content: [{ type: 'text', text: MARK }] },
}
const chatFile = {
  messages: [
    { role: 'user', content: [{ type: 'file', file: { filename: MARK, file_data: FILE } }] },
  ],
}
const changing = (body: Body, without: Body = {}): Sample => ({ body, without })
const user = { role: 'user', content: 'Hi' }

/** The same sample for several parameters that stand in it. */
const each = (names: readonly string[], sample: Sample): Readonly<Record<string, Sample>> =>
  Object.fromEntries(names.map((name) => [name, sample]))

const within = (field: string, names: readonly string[], sample: Sample) =>
  each(
    names.map((name) => `${field}.${name}`),
    sample,
  )

const chatTool = {
  type: 'function',
  function: { name: 'w', description: MARK, parameters: SCHEMA },
}
const chatStrict = { ...chatTool, function: { ...chatTool.function, strict: true } }
const chatChoice = { type: 'function', function: { name: 'w' } }
const chatFormat = (more: object = {}) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'f', schema: SCHEMA, ...more } },
})
const chatImage = (more: object = {}) => ({
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: DATA, ...more } }] }],
})
const chatCall = (more: object = {}) => ({
  messages: [
    user,
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: MARK, type: 'function', function: { name: 'w', arguments: '{"a":1}' }, ...more },
      ],
    },
    { role: 'tool', tool_call_id: MARK, content: 'Rain' },
  ],
})
const chatSaid = (more: object) => ({
  messages: [user, { role: 'assistant', content: 'Hello', ...more }, user],
})

const CHAT: Readonly<Record<string, Sample>> = {
  messages: marked({ messages: [{ role: 'user', content: MARK }] }),
  max_tokens: changing({ max_tokens: 77 }),
  max_completion_tokens: changing({ max_completion_tokens: 77 }),
  temperature: changing({ temperature: 0 }),
  top_p: changing({ top_p: 0.5 }),
  tools: marked({ tools: [chatTool] }),
  tool_choice: changing({ tools: [chatTool], tool_choice: 'required' }, { tools: [chatTool] }),
  parallel_tool_calls: changing(
    { tools: [chatTool], parallel_tool_calls: false },
    { tools: [chatTool] },
  ),
  response_format: marked(chatFormat()),
  reasoning_effort: changing({ reasoning_effort: 'high' }),
  user: marked({ user: MARK }),
  safety_identifier: marked({ safety_identifier: MARK }),
  stop: marked({ stop: [MARK] }),
  seed: { body: { seed: 0 }, mark: '"seed":0' },
  presence_penalty: { body: { presence_penalty: 1 }, mark: '"presence_penalty":1' },
  frequency_penalty: { body: { frequency_penalty: 1 }, mark: '"frequency_penalty":1' },
  logit_bias: { body: { logit_bias: { '50256': -100 } }, mark: '50256' },
  logprobs: { body: { logprobs: true }, mark: '"logprobs":true' },
  top_logprobs: { body: { top_logprobs: 2 }, mark: '"top_logprobs":2' },
  n: changing({ n: 2 }),
  prediction: marked({ prediction: { type: 'content', content: MARK } }),
  prompt_cache_key: marked({ prompt_cache_key: MARK }),
  verbosity: { body: { verbosity: 'low' }, mark: '"verbosity":"low"' },
  metadata: marked({ metadata: { a: MARK } }),
  service_tier: marked({ service_tier: MARK }),
  store: { body: { store: true }, mark: '"store":true' },
  audio: marked({ audio: { voice: MARK } }),
  modalities: changing({ modalities: ['text', 'audio'] }),
  functions: marked({ functions: [{ name: MARK }] }),
  function_call: marked({ function_call: MARK }),
  web_search_options: marked({ web_search_options: { a: MARK } }),
  ...within(
    'messages',
    ['role', 'content'],
    marked({ messages: [user, { role: 'developer', content: MARK }] }),
  ),
  ...within('messages', ['tool_calls', 'tool_call_id'], marked(chatCall())),
  'messages.name': marked({ messages: [{ ...user, name: MARK }] }),
  'messages.refusal': marked(chatSaid({ refusal: MARK })),
  'messages.reasoning_details': marked(chatSaid({ reasoning_details: [{ text: MARK }] })),
  'messages.reasoning': marked(chatSaid({ reasoning: MARK })),
  'messages.reasoning_content': marked(chatSaid({ reasoning_content: MARK })),
  ...within(
    'messages.content',
    ['type', 'text'],
    marked({ messages: [{ role: 'user', content: [{ type: 'text', text: MARK }] }] }),
  ),
  'messages.content.refusal': marked({
    messages: [user, { role: 'assistant', content: [{ type: 'refusal', refusal: MARK }] }, user],
  }),
  'messages.content.image_url': { body: chatImage(), mark: PIXEL },
  ...within('messages.content', ['file', 'file.file_data', 'file.filename'], marked(chatFile)),
  'messages.content.image_url.url': { body: chatImage(), mark: PIXEL },
  'messages.content.image_url.detail': { body: chatImage({ detail: 'low' }), mark: '"low"' },
  'messages.content.cache_control': {
    body: {
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }],
        },
      ],
    },
    mark: 'ephemeral',
  },
  ...within('messages.tool_calls', ['id', 'type', 'function'], marked(chatCall())),
  'messages.tool_calls.extra_content': {
    body: chatCall({ extra_content: { a: 'extra' } }),
    mark: 'extra',
  },
  ...within('messages.tool_calls.function', ['name', 'arguments'], {
    body: chatCall(),
    mark: '"w"',
  }),
  ...within('tools', ['type', 'function'], marked({ tools: [chatTool] })),
  ...within('tools.function', ['name', 'description', 'parameters'], marked({ tools: [chatTool] })),
  'tools.function.strict': { body: { tools: [chatStrict] }, mark: '"strict":true' },
  ...within(
    'tool_choice',
    ['type', 'function', 'function.name'],
    changing({ tools: [chatTool], tool_choice: chatChoice }, { tools: [chatTool] }),
  ),
  ...within('response_format', ['type', 'json_schema', 'json_schema.schema'], marked(chatFormat())),
  'response_format.json_schema.name': { body: chatFormat({ name: 'named' }), mark: '"named"' },
  'response_format.json_schema.strict': {
    ...changing(chatFormat({ strict: true }), chatFormat()),
    isDefault: ['messages'],
  },
  'response_format.json_schema.description': {
    body: chatFormat({ description: 'described' }),
    mark: 'described',
  },
}

const block = (...content: readonly object[]) => ({ messages: [{ role: 'user', content }] })
const said = (...content: readonly object[]) => ({
  messages: [user, { role: 'assistant', content }, user],
})
const ephemeral = { cache_control: { type: 'ephemeral' } }
const image = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: PIXEL },
}
const imageAt = { type: 'image', source: { type: 'url', url: `https://a.example/${MARK}` } }
const use = { type: 'tool_use', id: 'call_marked', name: 'w', input: { a: 'inputted' } }
const result = (content: unknown, more: object = {}) => ({
  messages: [
    user,
    { role: 'assistant', content: [use] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_marked', content, ...more }],
    },
  ],
})
const thinking = { type: 'thinking', thinking: MARK, signature: 'c2lnbmVk' }
const tool = { name: 'w', description: MARK, input_schema: SCHEMA }
const format = { output_config: { format: { type: 'json_schema', schema: SCHEMA } } }

const MESSAGES: Readonly<Record<string, Sample>> = {
  messages: marked(block({ type: 'text', text: MARK })),
  system: marked({ system: MARK }),
  max_tokens: changing({ max_tokens: 77 }),
  temperature: changing({ temperature: 0 }),
  top_p: changing({ top_p: 0.5 }),
  tools: marked({ tools: [tool] }),
  tool_choice: changing({ tools: [tool], tool_choice: { type: 'any' } }, { tools: [tool] }),
  thinking: changing({ thinking: { type: 'enabled', budget_tokens: 1_500 } }),
  output_config: marked(format),
  metadata: marked({ metadata: { user_id: MARK } }),
  stop_sequences: marked({ stop_sequences: [MARK] }),
  top_k: { body: { top_k: 1 }, mark: '"top_k":1' },
  cache_control: { body: ephemeral, mark: 'ephemeral' },
  context_management: marked({ context_management: { a: MARK } }),
  service_tier: marked({ service_tier: MARK }),
  inference_geo: marked({ inference_geo: MARK }),
  speed: marked({ speed: MARK }),
  // They are sent as a header.
  betas: { body: { betas: [MARK] }, without: {}, isDefault: ['messages'] },
  container: marked({ container: MARK }),
  mcp_servers: marked({ mcp_servers: [{ name: MARK }] }),
  ...within('system', ['type', 'text'], marked({ system: [{ type: 'text', text: MARK }] })),
  'system.cache_control': {
    body: { system: [{ type: 'text', text: 'Be brief.', ...ephemeral }] },
    mark: 'ephemeral',
  },
  ...within('messages', ['role', 'content'], marked(block({ type: 'text', text: MARK }))),
  ...within('messages.content', ['type', 'text'], marked(block({ type: 'text', text: MARK }))),
  'messages.content.source': { body: block(image), mark: PIXEL },
  ...within('messages.content', ['id', 'tool_use_id'], { body: result('a'), mark: 'call_marked' }),
  ...within('messages.content', ['name', 'input'], { body: result('a'), mark: 'inputted' }),
  'messages.content.content': marked(result(MARK)),
  'messages.content.is_error': changing(result('a', { is_error: true }), result('a')),
  'messages.content.thinking': marked(said(thinking, { type: 'text', text: 'Hello' })),
  'messages.content.signature': {
    body: said(thinking, { type: 'text', text: 'Hello' }),
    mark: thinking.signature,
  },
  'messages.content.data': marked(
    said({ type: 'redacted_thinking', data: MARK }, { type: 'text', text: 'Hello' }),
  ),
  'messages.content.cache_control': {
    body: block({ type: 'text', text: 'Hi', ...ephemeral }),
    mark: 'ephemeral',
  },
  'messages.output_config': marked({
    messages: [{ role: 'user', content: 'Hi', output_config: { effort: MARK } }],
  }),
  'messages.content.caller': {
    body: said({ type: 'tool_use', id: 'call_a', name: 'w', input: {}, caller: { type: MARK } }),
    mark: MARK,
  },
  ...within(
    'messages.content',
    ['title', 'context'],
    marked(block({ ...textDocument, title: MARK, context: MARK })),
  ),
  'messages.content.citations': {
    body: block({ ...textDocument, citations: { enabled: true } }),
    without: block(textDocument),
    isDefault: ['messages'],
  },
  'messages.content.source.content': marked(block(partedDocument)),
  ...within(
    'messages.content.content',
    ['title', 'context'],
    marked(result([{ ...textDocument, title: MARK, context: MARK }])),
  ),
  'messages.content.content.citations': {
    body: result([{ ...textDocument, citations: { enabled: true } }]),
    without: result([textDocument]),
    isDefault: ['messages'],
  },
  'messages.content.content.source.content': marked(result([partedDocument])),
  ...within('messages.content.source', ['type', 'data'], { body: block(image), mark: PIXEL }),
  'messages.content.source.media_type': { body: block(image), mark: 'image/png' },
  'messages.content.source.url': {
    body: block(imageAt),
    refusedBy: ['chat', 'messages', 'responses'],
  },
  ...within(
    'messages.content.content',
    ['type', 'text'],
    marked(result([{ type: 'text', text: MARK }])),
  ),
  'messages.content.content.source': { body: result([image]), mark: PIXEL },
  'messages.content.content.cache_control': {
    body: result([{ type: 'text', text: 'a', ...ephemeral }]),
    mark: 'ephemeral',
  },
  ...within('messages.content.content.source', ['type', 'data'], {
    body: result([image]),
    mark: PIXEL,
  }),
  'messages.content.content.source.media_type': { body: result([image]), mark: 'image/png' },
  'messages.content.content.source.url': {
    body: result([imageAt]),
    refusedBy: ['chat', 'messages', 'responses'],
  },
  ...within('tools', ['name', 'description', 'input_schema'], marked({ tools: [tool] })),
  'tools.type': marked({ tools: [{ ...tool, type: 'custom' }] }),
  'tools.strict': { body: { tools: [{ ...tool, strict: true }] }, mark: '"strict":true' },
  'tools.cache_control': { body: { tools: [{ ...tool, ...ephemeral }] }, mark: 'ephemeral' },
  ...within(
    'tool_choice',
    ['type', 'name'],
    changing({ tools: [tool], tool_choice: { type: 'tool', name: 'w' } }, { tools: [tool] }),
  ),
  'tool_choice.disable_parallel_tool_use': changing(
    { tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    { tools: [tool], tool_choice: { type: 'auto' } },
  ),
  ...within(
    'thinking',
    ['type', 'budget_tokens'],
    changing({ thinking: { type: 'enabled', budget_tokens: 1_500 } }),
  ),
  'thinking.display': {
    body: { thinking: { type: 'adaptive', display: 'omitted' } },
    mark: 'omitted',
  },
  'output_config.effort': changing({ output_config: { effort: 'high' } }),
  ...within('output_config', ['format', 'format.type', 'format.schema'], marked(format)),
  'metadata.user_id': marked({ metadata: { user_id: MARK } }),
}

const fileItem = { type: 'input_file', filename: MARK, file_data: FILE }
const item = (content: unknown, role = 'user') => ({ input: [{ type: 'message', role, content }] })
const answered = (more: object = {}) => ({
  input: [
    user,
    { type: 'function_call', call_id: 'call_marked', name: 'w', arguments: '{"a":1}' },
    { type: 'function_call_output', call_id: 'call_marked', output: 'Rain', ...more },
  ],
})
const reasoned = (more: object) => ({
  input: [
    user,
    { type: 'reasoning', summary: [], ...more },
    { role: 'assistant', content: 'Hello' },
    user,
  ],
})
const flat = { type: 'function', name: 'w', description: MARK, parameters: SCHEMA }
const text = (more: object = {}) => ({
  text: { format: { type: 'json_schema', name: 'f', schema: SCHEMA, ...more } },
})
const inputImage = { type: 'input_image', image_url: DATA }
const noted = {
  type: 'output_text',
  text: 'Hello',
  annotations: [{ type: 'url_citation', url: MARK }],
}

const RESPONSES: Readonly<Record<string, Sample>> = {
  input: marked(item(MARK)),
  instructions: marked({ instructions: MARK }),
  max_output_tokens: changing({ max_output_tokens: 77 }),
  temperature: changing({ temperature: 0 }),
  top_p: changing({ top_p: 0.5 }),
  tools: marked({ tools: [flat] }),
  tool_choice: changing({ tools: [flat], tool_choice: 'required' }, { tools: [flat] }),
  parallel_tool_calls: changing({ tools: [flat], parallel_tool_calls: false }, { tools: [flat] }),
  reasoning: changing({ reasoning: { effort: 'high' } }),
  text: marked(text()),
  user: marked({ user: MARK }),
  safety_identifier: marked({ safety_identifier: MARK }),
  include: marked({ include: [MARK] }),
  truncation: marked({ truncation: MARK }),
  prompt_cache_key: marked({ prompt_cache_key: MARK }),
  top_logprobs: { body: { top_logprobs: 2 }, mark: '"top_logprobs":2' },
  metadata: marked({ metadata: { a: MARK } }),
  service_tier: marked({ service_tier: MARK }),
  store: { body: { store: true }, mark: '"store":true' },
  max_tool_calls: { body: { max_tool_calls: 1 }, mark: 'max_tool_calls' },
  client_metadata: marked({ client_metadata: { a: MARK } }),
  background: { body: { background: true } },
  prompt: marked({ prompt: { id: MARK } }),
  ...within('input', ['type', 'role', 'content'], marked(item(MARK, 'developer'))),
  ...within('input', ['call_id', 'name', 'arguments'], { body: answered(), mark: 'call_marked' }),
  'input.output': { body: answered(), mark: 'Rain' },
  'input.id': marked({ input: [{ ...user, id: MARK }] }),
  'input.status': { body: { input: [{ ...user, status: 'in_progress' }] }, mark: 'in_progress' },
  'input.phase': marked({ input: [{ ...user, phase: MARK }] }),
  'input.summary': marked(reasoned({ summary: [{ type: 'summary_text', text: MARK }] })),
  'input.encrypted_content': marked(reasoned({ encrypted_content: MARK })),
  ...within('input.content', ['type', 'text'], marked(item([{ type: 'input_text', text: MARK }]))),
  'input.content.refusal': marked(item([{ type: 'refusal', refusal: MARK }], 'assistant')),
  'input.content.image_url': { body: item([inputImage]), mark: PIXEL },
  ...within('input.content', ['file_data', 'filename'], marked(item([fileItem]))),
  'input.content.file_url': {
    body: item([{ type: 'input_file', file_url: 'https://example.invalid/a.pdf' }]),
    refusedBy: ['chat', 'messages', 'responses'],
  },
  ...within('input.output', ['file_data', 'filename'], marked(answered({ output: [fileItem] }))),
  'input.output.file_url': {
    body: answered({ output: [{ type: 'input_file', file_url: 'https://example.invalid/a.pdf' }] }),
    refusedBy: ['chat', 'messages', 'responses'],
  },
  'input.content.detail': { body: item([{ ...inputImage, detail: 'low' }]), mark: '"low"' },
  'input.content.annotations': marked(item([noted], 'assistant')),
  ...within(
    'input.output',
    ['type', 'text'],
    marked(answered({ output: [{ type: 'input_text', text: MARK }] })),
  ),
  'input.output.refusal': marked(answered({ output: [{ type: 'refusal', refusal: MARK }] })),
  'input.output.image_url': { body: answered({ output: [inputImage] }), mark: PIXEL },
  'input.output.detail': {
    body: answered({ output: [{ ...inputImage, detail: 'low' }] }),
    mark: '"low"',
  },
  'input.output.annotations': marked(answered({ output: [noted] })),
  ...within('tools', ['type', 'name', 'description', 'parameters'], marked({ tools: [flat] })),
  'tools.strict': { body: { tools: [{ ...flat, strict: true }] }, mark: '"strict":true' },
  ...within(
    'tool_choice',
    ['type', 'name'],
    changing({ tools: [flat], tool_choice: { type: 'function', name: 'w' } }, { tools: [flat] }),
  ),
  'reasoning.effort': changing({ reasoning: { effort: 'high' } }),
  'reasoning.summary': {
    body: { reasoning: { effort: 'high', summary: 'detailed' } },
    mark: 'detailed',
  },
  ...within('text', ['format', 'format.type', 'format.schema'], marked(text())),
  'text.format.strict': {
    ...changing(text({ strict: true }), text()),
    isDefault: ['messages'],
  },
  'text.format.name': { body: text({ name: 'named' }), mark: '"named"' },
  'text.format.description': { body: text({ description: 'described' }), mark: 'described' },
  'text.verbosity': { body: { text: { verbosity: 'low' } }, mark: '"verbosity":"low"' },
}

export const SAMPLES: Readonly<Record<WireName, Readonly<Record<string, Sample>>>> = {
  chat: CHAT,
  messages: MESSAGES,
  responses: RESPONSES,
}

import { z } from 'zod'
import { badInput } from '../../../base/core/fault.ts'
import { readSeal } from './seals.ts'
import {
  defined,
  EFFORTS,
  textOf,
  type CallOrigin,
  type Conversation,
  type Part,
  type TextPart,
  type Turn,
} from '../conversation.ts'
import { FileUrl } from './file-fields.ts'
import { plainRequest, type PlainRequest } from './responses-plain.ts'
import { ImageUrl, list, readBody, restOf, textBeside, type Decoded } from './wire.ts'

const TextItem = z.object({
  type: z.enum(['input_text', 'output_text', 'text']),
  text: z.string(),
  annotations: z.array(z.record(z.string(), z.unknown())).nullish(),
})
const ImageItem = z.object({
  type: z.literal('input_image'),
  image_url: ImageUrl,
  detail: z.string().nullish(),
})
const FileItem = z
  .object({
    type: z.literal('input_file'),
    file_data: FileUrl.nullish(),
    file_url: FileUrl.nullish(),
    filename: z.string().nullish(),
    detail: z.string().nullish(),
  })
  .refine((file) => file.file_data ?? file.file_url, {
    path: ['file_data'],
    error: 'or file_url is required; file ids are not served',
  })
const RefusalItem = z.object({ type: z.literal('refusal'), refusal: z.string() })
const Content = z.union([
  z.string(),
  z.array(z.discriminatedUnion('type', [TextItem, ImageItem, FileItem, RefusalItem])),
])
const Summary = z.array(z.object({ type: z.string().nullish(), text: z.string() }))
const head = { id: z.string().nullish(), status: z.string().nullish() }
const message = {
  ...head,
  type: z.literal('message').nullish(),
  phase: z.string().nullish(),
}

/** Items that are read here; all others pass to providers of this wire as they are. */
const READ = ['message', 'function_call', 'function_call_output', 'reasoning', 'item_reference']

const Known = z.union([
  z.object({ ...message, role: z.enum(['user', 'assistant']), content: Content }),
  z.object({
    ...message,
    role: z.enum(['system', 'developer']),
    content: z.union([z.string(), z.array(TextItem)]),
  }),
  z.object({
    ...head,
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    namespace: z.string().nullish(),
    arguments: z.string(),
  }),
  z.object({
    ...head,
    type: z.literal('function_call_output'),
    call_id: z.string(),
    output: Content,
  }),
  z.object({
    ...head,
    type: z.literal('reasoning'),
    summary: Summary.nullish(),
    content: Summary.nullish(),
    encrypted_content: z.string().nullish(),
  }),
])
const Other = z.looseObject({
  type: z
    .string()
    .refine((type) => !READ.includes(type), { error: 'does not fit its item', abort: true }),
})
const Item = z.union([...Known.options, Other])

/** A tool of any kind; those that a caller runs have a name. */
const ToolBody = z
  .looseObject({
    type: z.string(),
    name: z.string().nullish(),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
    strict: z.boolean().nullish(),
  })
  .refine(({ type, name }) => name || !NAMED.includes(type), {
    path: ['name'],
    error: 'is required',
  })
const NAMED = ['function', 'custom', 'namespace']

const ResponsesRequest = z.looseObject({
  model: z.string().nullish(),
  input: z.union([z.string().min(1), z.array(Item).min(1)]),
  instructions: z.string().nullish(),
  max_output_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stream: z.boolean().nullish(),
  user: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  reasoning: z.looseObject({ effort: z.enum(EFFORTS).nullish() }).nullish(),
  tools: z.array(ToolBody).nullish(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.looseObject({ type: z.string(), name: z.string().nullish() }),
    ])
    .nullish(),
  text: z
    .looseObject({
      format: z
        .discriminatedUnion('type', [
          z.looseObject({ type: z.literal('text') }),
          z.looseObject({ type: z.literal('json_object') }),
          z.looseObject({
            type: z.literal('json_schema'),
            name: z.string(),
            schema: z.record(z.string(), z.unknown()),
            strict: z.boolean().nullish(),
          }),
        ])
        .nullish(),
    })
    .nullish(),
})

type ResponsesRequest = z.output<typeof ResponsesRequest>
type ItemBody = z.output<typeof Known>

/** Fields that need stored state, which this service does not keep. */
const STATEFUL = ['previous_response_id', 'conversation'] as const

export function decodeResponses(body: Readonly<Record<string, unknown>>): Decoded {
  for (const name of STATEFUL)
    if (body[name])
      throw badInput(`${name}: nothing is stored here; send the whole input, and store: false.`)
  if (Array.isArray(body['input']) && body['input'].some(isReference))
    throw badInput('input: holds a reference to a stored item; send the items themselves.')
  const asked = readBody(ResponsesRequest, body)
  const { origins, ...plain } = plainRequest(asked)
  const request = plain.request as PlainResponses
  const beside = besideIn(asked, request)
  return { conversation: { ...conversationOf(request, origins), beside }, known: asked, plain }
}

/** A request whose tools are all functions. */
type PlainResponses = ResponsesRequest & { readonly input: string | ItemBody[] }

function conversationOf(asked: PlainResponses, origins: PlainRequest['origins']): Conversation {
  const { instructions, input, tool_choice: choice, text } = asked
  const items: readonly ItemBody[] =
    typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const { lead, turns } = readItems(items)
  return defined({
    model: asked.model ?? undefined,
    system: [...(instructions ? [{ kind: 'text' as const, text: instructions }] : []), ...lead],
    turns,
    tools: (asked.tools ?? []).map(({ name, description, parameters, strict }) =>
      defined({
        name: name ?? '',
        description: description ?? undefined,
        schema: parameters ?? { type: 'object', properties: {} },
        strict,
        origin: originOf(name ?? '', origins),
      }),
    ),
    choice: choice
      ? typeof choice === 'string'
        ? { mode: choice }
        : { mode: 'tool' as const, name: choice.name ?? '' }
      : undefined,
    parallel: asked.parallel_tool_calls ?? undefined,
    maxTokens: asked.max_output_tokens ?? undefined,
    temperature: asked.temperature ?? undefined,
    topP: asked.top_p ?? undefined,
    effort: asked.reasoning?.effort ?? undefined,
    format: formatOf(text),
    user: asked.user ?? asked.safety_identifier ?? undefined,
    stream: asked.stream ?? false,
    includeUsage: true,
  })
}

const TOOL = ['type', 'name', 'description', 'parameters', 'strict']
const FORMAT = ['type', 'name', 'schema', 'strict']

/** Only where a caller names it in another way. */
function originOf(name: string, origins: PlainRequest['origins']): CallOrigin | undefined {
  const origin = origins.get(name)
  const isOther =
    origin && (origin.isText || origin.namespace !== undefined || origin.name !== name)
  return isOther ? origin : undefined
}

/** Items and tools that are counted as what they become. */
const MAPPED = ['additional_tools', 'custom_tool_call', 'custom_tool_call_output', ...READ]

/** What is sent to a provider of this wire, and no other has words for. */
function besideIn(
  { input, tools: all, text }: ResponsesRequest,
  { tools }: PlainResponses,
): string | undefined {
  const noted = (typeof input === 'string' ? [] : input).flatMap((item): unknown[] => {
    if (item.type && !MAPPED.includes(item.type)) return [item]
    const content = 'content' in item && Array.isArray(item.content) ? list(item.content) : []
    return content.map((part) => part['annotations'])
  })
  const others = (all ?? []).filter(({ type }) => !NAMED.includes(type))
  const described = (tools ?? []).map((tool) => restOf(tool, TOOL))
  const formed = [restOf(text, ['format', 'verbosity']), restOf(text?.format, FORMAT)]
  return textBeside([...noted, ...others, ...described, ...formed])
}

const isReference = (item: unknown): boolean =>
  typeof item === 'object' &&
  item !== null &&
  (item as ItemBody).type === ('item_reference' as never)

function formatOf(text: ResponsesRequest['text']): Conversation['format'] {
  const format = text?.format
  if (format?.type === 'json_object') return { kind: 'json' }
  if (format?.type !== 'json_schema') return undefined
  const { name, schema, strict } = format
  return { kind: 'schema', name, schema, strict }
}

function partsOf(
  content: z.output<typeof Content>,
): (TextPart | Extract<Part, { kind: 'image' | 'file' }>)[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }]
  return content.map((item) => {
    if (item.type === 'refusal') return { kind: 'text', text: item.refusal }
    if (item.type === 'input_file') {
      const url = item.file_data ?? item.file_url ?? ''
      return { kind: 'file', url, name: item.filename ?? undefined }
    }
    if (item.type !== 'input_image') return { kind: 'text', text: item.text }
    return { kind: 'image', url: item.image_url, detail: item.detail ?? undefined }
  })
}

/** Items of one speaker that follow each other make one turn. */
function readItems(items: readonly ItemBody[]) {
  const lead: TextPart[] = []
  const turns: { role: Turn['role']; parts: Part[] }[] = []
  function add(role: Turn['role'], parts: readonly Part[]): void {
    const last = turns.at(-1)
    if (last?.role === role && role !== 'user') last.parts.push(...parts)
    else turns.push({ role, parts: [...parts] })
  }
  for (const item of items) {
    if (item.type === 'function_call') {
      const { call_id: id, name, arguments: args } = item
      add('assistant', [{ kind: 'call', id, name, arguments: args || '{}' }])
    } else if (item.type === 'function_call_output')
      add('tool', [{ kind: 'result', id: item.call_id, parts: partsOf(item.output) }])
    else if (item.type === 'reasoning') add('assistant', [thoughtOf(item)])
    else if (item.role === 'user' || item.role === 'assistant')
      add(item.role, partsOf(item.content))
    else if (turns.length === 0) lead.push({ kind: 'text', text: textOf(partsOf(item.content)) })
    else add('system', partsOf(item.content))
  }
  return { lead, turns }
}

const thoughtOf = (item: Extract<ItemBody, { type: 'reasoning' }>): Part => ({
  kind: 'thinking',
  text: [...(item.summary ?? []), ...(item.content ?? [])].map((each) => each.text).join(''),
  seal: readSeal(item.encrypted_content, 'responses'),
  itemId: item.id ?? undefined,
})

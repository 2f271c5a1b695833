import { badInput } from '../../../base/core/fault.ts'
import { defined, textOf, type Conversation, type Part, type Turn } from '../conversation.ts'

export function encodeResponses(conversation: Conversation, model: string) {
  const { system, turns, tools, choice, format, effort, stop } = conversation
  if (stop && stop.length > 0)
    throw badInput('stop: is not served by this model; leave it out, or take another tier.')
  return defined({
    model,
    instructions: system.length > 0 ? textOf(system) : undefined,
    input: turns.flatMap(itemsOf),
    store: false,
    include: effort && effort !== 'none' ? ['reasoning.encrypted_content'] : undefined,
    max_output_tokens: conversation.maxTokens,
    temperature: conversation.temperature,
    top_p: conversation.topP,
    user: conversation.user,
    reasoning: effort ? { effort, summary: 'auto' } : undefined,
    tools:
      tools.length > 0
        ? tools.map(({ name, description, schema, strict }) =>
            defined({
              type: 'function',
              name,
              description,
              parameters: schema,
              strict: strict ?? false,
            }),
          )
        : undefined,
    tool_choice:
      tools.length > 0 && choice
        ? choice.mode === 'tool'
          ? { type: 'function', name: choice.name }
          : choice.mode
        : undefined,
    parallel_tool_calls: tools.length > 0 ? conversation.parallel : undefined,
    text: format ? { format: formatBody(format) } : undefined,
    stream: conversation.stream || undefined,
  })
}

const formatBody = (format: NonNullable<Conversation['format']>): Record<string, unknown> =>
  format.kind === 'json'
    ? { type: 'json_object' }
    : defined({
        type: 'json_schema',
        name: format.name,
        schema: format.schema,
        strict: format.strict,
      })

function itemsOf({ role, parts }: Turn): unknown[] {
  const items: unknown[] = []
  let content: unknown[] = []
  const isOwn = role === 'assistant'
  function flush(): void {
    const as = role === 'system' ? 'developer' : role
    if (content.length > 0) items.push({ type: 'message', role: as, content })
    content = []
  }
  for (const part of parts) {
    if (part.kind === 'text')
      content.push(
        isOwn
          ? { type: 'output_text', text: part.text, annotations: [] }
          : { type: 'input_text', text: part.text },
      )
    else if (part.kind === 'image') content.push(imageItem(part))
    else if (part.kind === 'file') content.push(fileItem(part))
    else {
      flush()
      const item = itemOf(part)
      if (item) items.push(item)
    }
  }
  flush()
  return items
}

const imageItem = ({ url, detail = 'auto' }: Extract<Part, { kind: 'image' }>) => ({
  type: 'input_image',
  image_url: url,
  detail,
})

/** This wire takes no file without a name. */
const fileItem = ({ url, name = 'document.pdf' }: Extract<Part, { kind: 'file' }>) => ({
  type: 'input_file',
  filename: name,
  file_data: url,
})

function insideItem(part: Extract<Part, { kind: 'result' }>['parts'][number]) {
  if (part.kind === 'text') return { type: 'input_text', text: part.text }
  return part.kind === 'image' ? imageItem(part) : fileItem(part)
}

function itemOf(part: Exclude<Part, { kind: 'text' | 'image' | 'file' }>): unknown {
  if (part.kind === 'call')
    return { type: 'function_call', call_id: part.id, name: part.name, arguments: part.arguments }
  if (part.kind === 'result') {
    const isText = part.parts.every(({ kind }) => kind === 'text')
    const output = isText
      ? `${part.isError ? 'Error: ' : ''}${textOf(part.parts)}`
      : part.parts.map(insideItem)
    return { type: 'function_call_output', call_id: part.id, output }
  }
  if (part.seal?.wire !== 'responses') return null
  const summary = part.text ? [{ type: 'summary_text', text: part.text }] : []
  const { itemId: id, seal } = part
  return defined({ type: 'reasoning', id, summary, encrypted_content: seal.value })
}

import { z } from 'zod'
import { EFFORTS } from '../conversation.ts'
import { FileType, FileUrl } from './file-fields.ts'
import { CacheControl, ImageUrl } from './wire.ts'

const cache_control = CacheControl
export const TextBlock = z.object({ type: z.literal('text'), text: z.string(), cache_control })
const MediaType = z.string().regex(/^image\/[a-z0-9.+-]+$/i, 'must be a type of image')
export const ImageBlock = z.object({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('base64'), media_type: MediaType, data: z.string() }),
    z.object({ type: z.literal('url'), url: ImageUrl }),
  ]),
  cache_control,
})
export const DocumentBlock = z.object({
  type: z.literal('document'),
  source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('base64'), media_type: FileType, data: z.string() }),
    z.object({ type: z.literal('text'), media_type: z.string().nullish(), data: z.string() }),
    z.object({ type: z.literal('url'), url: FileUrl }),
    z.object({
      type: z.literal('content'),
      content: z.union([z.string(), z.array(z.union([TextBlock, ImageBlock]))]),
    }),
  ]),
  title: z.string().nullish(),
  context: z.string().nullish(),
  citations: z.looseObject({}).nullish(),
  cache_control,
})
/**
 * Blocks that are read here, and that every wire has words for; all others pass to providers of
 * this wire as they are.
 */
export const READ = [
  'text',
  'image',
  'document',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'tool_result',
]
const Other = z.looseObject({
  type: z
    .string()
    .refine((type) => !READ.includes(type), { error: 'does not fit its block', abort: true }),
})
const Known = z.discriminatedUnion('type', [
  TextBlock,
  ImageBlock,
  DocumentBlock,
  z.object({
    type: z.literal('thinking'),
    thinking: z.string(),
    signature: z.string().nullish(),
  }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.unknown(),
    caller: z.unknown().optional(),
    cache_control,
  }),
  z.object({
    type: z.literal('tool_result'),
    tool_use_id: z.string(),
    cache_control,
    is_error: z.boolean().nullish(),
    content: z
      .union([z.string(), z.array(z.union([TextBlock, ImageBlock, DocumentBlock, Other]))])
      .nullish(),
  }),
])
const Block = z.union([...Known.options, Other])

/** A request of this wire, as its clients send it. */
export const MessagesRequest = z.looseObject({
  model: z.string().nullish(),
  max_tokens: z.int().positive(),
  system: z.union([z.string(), z.array(TextBlock)]).nullish(),
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant', 'system']),
        content: z.union([z.string(), z.array(Block)]),
        output_config: z.looseObject({}).nullish(),
      }),
    )
    .min(1),
  temperature: z.number().min(0).max(1).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  top_k: z.int().nullish(),
  stop_sequences: z.array(z.string()).nullish(),
  stream: z.boolean().nullish(),
  metadata: z.looseObject({ user_id: z.string().nullish() }).nullish(),
  tools: z
    .array(
      z
        .looseObject({
          type: z.string().nullish(),
          name: z.string().nullish(),
          description: z.string().nullish(),
          input_schema: z.record(z.string(), z.unknown()).nullish(),
          strict: z.boolean().nullish(),
          cache_control,
        })
        .refine((tool) => tool.input_schema || !isFunction(tool), {
          path: ['input_schema'],
          error: 'is required',
        })
        .refine((tool) => tool.name || !isFunction(tool), { path: ['name'], error: 'is required' }),
    )
    .nullish(),
  tool_choice: z
    .looseObject({
      type: z.enum(['auto', 'any', 'tool', 'none']),
      name: z.string().nullish(),
      disable_parallel_tool_use: z.boolean().nullish(),
    })
    .nullish(),
  thinking: z
    .looseObject({
      type: z.enum(['enabled', 'disabled', 'adaptive']),
      budget_tokens: z.int().nullish(),
    })
    .nullish(),
  output_config: z
    .looseObject({
      effort: z.enum(EFFORTS).nullish(),
      format: z
        .looseObject({
          type: z.literal('json_schema'),
          schema: z.record(z.string(), z.unknown()),
        })
        .nullish(),
    })
    .nullish(),
})

/** A tool that the caller runs; all others run at the provider. */
export const isFunction = ({ type }: { readonly type?: string | null | undefined }): boolean =>
  type == null || type === 'custom'

export type MessagesRequest = z.output<typeof MessagesRequest>
export type BlockBody = z.output<typeof Known>

import { z } from 'zod'
import { usd, type Dollars } from '../../../../base/core/money.ts'
import { openAiError } from '../_errors.ts'
import { defineTool, type Asks } from '../../../../base/core/tool.ts'
import { imagesFor, type ImageTier } from '../../../../capabilities/llm/media/images.ts'

interface ImageRow {
  readonly tier: ImageTier
  readonly path: 'generations' | 'fast' | 'pro'
  readonly price: Dollars
  readonly description: string
  readonly asks: Asks
}

const ROWS: Readonly<Record<string, ImageRow>> = {
  'v1-images': {
    tier: 'standard',
    path: 'generations',
    price: '$0.080',
    description: 'Picture from a text prompt, in standard quality.',
    asks: [
      'generate an image in standard quality from a text prompt',
      'standard picture from a prompt',
      'draw a picture of a cat in space',
      'illustration for my blog post',
      'AI art from a description',
      'paint a scene',
    ],
  },
  'v1-images-fast': {
    tier: 'fast',
    path: 'fast',
    price: '$0.030',
    description: 'Quick draft picture from a text prompt.',
    asks: [
      'cheap quick AI image draft',
      'fast image generation for a sketch',
      'quick sketch from a prompt',
    ],
  },
  'v1-images-pro': {
    tier: 'pro',
    path: 'pro',
    price: '$0.300',
    description: 'Best-quality picture from a text prompt; it may take a minute.',
    asks: [
      'best quality image from a prompt',
      'pro image model for the best picture',
      'high quality illustration',
      'poster artwork',
    ],
  },
}

const toolOf = ({ tier, path, price, description, asks }: ImageRow) =>
  defineTool({
    route: `POST /v1/images/${path}`,
    refusalShape: openAiError,
    name: `Image, ${tier}`,
    description,
    asks,
    price,
    uses: { images: imagesFor(tier) },
    ...(tier === 'pro' && { pace: 'slow' as const }),
    input: z.object({
      prompt: z.string().trim().min(1).max(4_000).describe('What the picture shows.'),
      size: z
        .enum(['1024x1024', '1536x1024', '1024x1536'])
        .default('1024x1024')
        .describe('Width and height in pixels.'),
      n: z.literal(1).default(1).describe('One picture for each call.'),
      background: z
        .enum(['auto', 'transparent', 'opaque'])
        .default('auto')
        .describe('Background of the picture; not every model can draw a transparent one.'),
      model: z
        .string()
        .max(200)
        .optional()
        .describe('Ignored; the answer names the model that drew.'),
    }),
    output: z.object({
      created: z.int().describe('Seconds since the epoch.'),
      data: z.array(z.object({ b64_json: z.string().describe('PNG, JPEG or WebP in base64.') })),
      model: z.string().describe('The model that drew it.'),
    }),
    examples: [{ input: { prompt: 'a paper crane on a desk' } }],
    async run({ prompt, size, background }, { images: { draw }, now }) {
      const wish = { tier, price: usd(price), prompt, size, background }
      const { base64, model } = await draw(wish)
      return { created: Math.floor(now() / 1_000), data: [{ b64_json: base64 }], model }
    },
  })

export default Object.fromEntries(Object.entries(ROWS).map(([slug, row]) => [slug, toolOf(row)]))

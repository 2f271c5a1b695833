import { z } from 'zod'
import { usd } from '../../../../base/core/money.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { videos } from '../../../../capabilities/llm/media/videos.ts'

const PRICE = '$1.000'

const tool = defineTool({
  route: 'POST /v1/videos/generations',
  name: 'Video',
  description: 'Short video clip from a text prompt; it takes minutes, so call it as a job.',
  asks: [
    'make a film clip from my description',
    'AI text to video generation as mp4',
    'short clip from a description',
    'animate a scene',
    'make a film from a prompt',
  ],
  price: PRICE,
  pace: 'slow',
  uses: { videos },
  input: z.object({
    prompt: z.string().trim().min(1).max(4_000).describe('What the clip shows.'),
    seconds: z.int().min(4).max(8).default(5).describe('Length of the clip.'),
    aspectRatio: z
      .enum(['16:9', '9:16', '1:1'])
      .default('16:9')
      .describe('Ratio of width to height.'),
    model: z
      .string()
      .max(200)
      .optional()
      .describe('Ignored; the answer names the model that made the clip.'),
  }),
  output: z.object({
    id: z.string().describe('Id of the clip at the provider.'),
    status: z.literal('completed'),
    seconds: z.int(),
    contentType: z.literal('video/mp4'),
    b64_mp4: z.string().describe('The clip in base64, at most 20 MB of it.'),
    model: z.string().describe('The model that made it.'),
  }),
  examples: [{ input: { prompt: 'waves on a beach at dawn' } }],
  async run({ prompt, seconds, aspectRatio }, { videos: { film } }) {
    const { id, bytes, model } = await film({ price: usd(PRICE), prompt, seconds, aspectRatio })
    return {
      id,
      status: 'completed',
      seconds,
      contentType: 'video/mp4',
      b64_mp4: bytes.toString('base64'),
      model,
    }
  },
})

export default { 'v1-videos': tool }

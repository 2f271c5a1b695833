import { z } from 'zod'
import { usd } from '../../../../base/core/money.ts'
import { binary } from '../../../../base/core/tool-output.ts'
import { openAiError } from '../_errors.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { speech } from '../../../../capabilities/llm/media/speech.ts'

const PRICE = '$0.060'

const tool = defineTool({
  route: 'POST /v1/audio/speech',
  refusalShape: openAiError,
  name: 'Speech',
  description: 'Spoken audio of a text.',
  asks: [
    'read this text aloud as mp3',
    'text to speech with a natural voice',
    'read a text aloud',
    'voice for my video',
    'spoken audio of an article',
    'make an mp3 from text',
  ],
  price: PRICE,
  uses: { speech },
  input: z.object({
    input: z.string().trim().min(1).max(4_000).describe('Text to speak.'),
    voice: z
      .string()
      .regex(/^[\w .-]{1,100}$/, { error: 'must be a name of at most 100 letters and digits' })
      .default('alloy')
      .describe('A voice of the model.'),
    response_format: z
      .enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'])
      .default('mp3')
      .describe('`pcm`: 16 bits, 24 kHz, one channel.'),
    speed: z.number().min(0.25).max(4).default(1).describe('Speed; 1 is normal speech.'),
    model: z.string().max(200).optional().describe('Ignored; the instance chooses the model.'),
  }),
  output: z.string().meta({
    contentMediaType: 'audio/mpeg',
    description: 'The recording, in the format that was asked for.',
  }),
  examples: [{ input: { input: 'Hello there' } }],
  async run({ input, voice, response_format: format, speed }, { speech: { speak } }) {
    const { bytes, contentType } = await speak({
      price: usd(PRICE),
      text: input,
      voice,
      format,
      speed,
    })
    return binary(contentType, bytes)
  },
})

export default { 'v1-speech': tool }

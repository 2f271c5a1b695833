import { z } from 'zod'
import { textAt } from './_results.ts'
import { definePack } from './_runtime.ts'
import { webUrl } from '../../base/lib/web-url.ts'

export default definePack({
  title: 'Subtitle pipeline',
  tagline:
    'Audio to transcript, SRT and WebVTT, with the properties of the file and counts of its words.',
  asks: [
    'subtitle pipeline for an audio file: transcript, SRT and WebVTT',
    'transcript with WebVTT and SRT of an audio and the properties of the file',
  ],
  input: z.object({ url: webUrl().describe('A public audio file of at most 25 MB.') }),
  steps: [
    { tool: 'media-info', input: ({ url }) => ({ url }) },
    { tool: 'transcribe', input: ({ url }) => ({ url, format: 'srt' }) },
    {
      tool: 'subtitle-convert',
      after: ['transcribe'],
      input(_given, results) {
        const text = textAt(results['transcribe'], 'text')
        return text === null ? null : { text, to: 'vtt' }
      },
    },
    {
      tool: 'text-stats',
      after: ['transcribe'],
      input(_given, results) {
        const text = textAt(results['transcribe'], 'text')
        return text === null ? null : { text }
      },
    },
  ],
  examples: [{ input: { url: 'https://example.com/episode.wav' } }],
})

import { z } from 'zod'
import { definePack } from './_runtime.ts'
import { searchText } from '../../base/lib/fields.ts'

const ASKED = 'Key recent developments on '
const TOPIC_CHARACTERS_MAX = 400 - ASKED.length

export default definePack({
  title: 'Article digest',
  tagline: 'What is being written about a topic now: search results, a cited summary and the news.',
  asks: [
    'summary of current coverage of a topic with news',
    'catch me up on what the press writes about a subject',
  ],
  input: z.object({
    topic: searchText(TOPIC_CHARACTERS_MAX).describe(
      `The topic, at most ${TOPIC_CHARACTERS_MAX} characters.`,
    ),
  }),
  steps: [
    { tool: 'search', input: ({ topic }) => ({ q: topic }) },
    { tool: 'answer', input: ({ topic }) => ({ q: `${ASKED}${topic}` }) },
    { tool: 'search-news', input: ({ topic }) => ({ q: topic }) },
  ],
  examples: [{ input: { topic: 'central bank digital currency' } }],
})

import { z } from 'zod'
import { line } from '../../base/lib/fields.ts'
import { spdxOf } from './_licence.ts'
import { part } from './_results.ts'
import { definePack } from './_runtime.ts'

export default definePack({
  title: 'Repository review',
  tagline: 'Is this project alive, trusted and usable? Activity, releases, talk, licence.',
  asks: [
    'repository review: is the project alive, trusted and usable',
    'review a repository: releases, activity, licence, what people say',
    'is an open source project healthy',
  ],
  input: z.object({
    repo: line(100)
      .regex(/^[\w-]{1,39}\/[\w.-]{1,60}$/, { error: 'must be owner/name, such as nodejs/node' })
      .describe('Owner and name on GitHub, such as nodejs/node.'),
  }),
  steps: [
    { tool: 'github-repo', input: ({ repo }) => ({ repo }) },
    { tool: 'github-releases', input: ({ repo }) => ({ repo }) },
    { tool: 'hn-search', input: ({ repo }) => ({ q: repo }) },
    {
      tool: 'license-check',
      after: ['github-repo'],
      input(_given, results) {
        const expression = spdxOf(part(results['github-repo'], 'license'))
        return expression === null ? null : { expression }
      },
    },
  ],
  examples: [{ input: { repo: 'coinbase/x402' }, at: '2026-01-21T00:00:00Z' }],
})

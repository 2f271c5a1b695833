import { z } from 'zod'
import { defineTool } from '../../../../base/core/tool.ts'
import { bluesky } from '../../../../capabilities/upstreams/bluesky.ts'
import { actor } from './_bluesky.ts'

export default defineTool({
  route: 'GET /api/bsky-profile',
  name: 'Bluesky profile',
  description: 'Public Bluesky profile by handle or DID.',
  asks: ['who is behind a Bluesky handle', 'Bluesky profile of a handle', 'followers on Bluesky'],
  price: '$0.002',
  uses: { bluesky },
  input: z.object({ actor: actor() }),
  output: z.object({
    did: z.string(),
    handle: z.string(),
    displayName: z.string().nullable(),
    description: z.string().nullable(),
    followers: z.int().nullable(),
    follows: z.int().nullable(),
    posts: z.int().nullable(),
    createdIso: z.iso.datetime().nullable(),
  }),
  examples: [
    {
      input: { actor: 'bsky.app' },
      at: '2026-01-01T00:00:00Z',
      output: {
        did: 'did:plc:z72i7hdynmk6r22z27h6tvur',
        handle: 'bsky.app',
        displayName: 'Bluesky',
        description: 'official Bluesky account\n\nBugs, feature requests: support@bsky.app',
        followers: 32_000_000,
        follows: 12,
        posts: 710,
        createdIso: '2023-04-12T04:53:57.057Z',
        source: 'Bluesky',
        asOf: '2026-01-01T00:00:00.000Z',
        untrustedContent: true,
      },
    },
  ],

  async run({ actor }, { bluesky }) {
    const profile = await bluesky.profile(actor)
    return {
      did: profile.did,
      handle: profile.handle,
      displayName: profile.displayName || null,
      description: profile.description || null,
      followers: profile.followersCount ?? null,
      follows: profile.followsCount ?? null,
      posts: profile.postsCount ?? null,
      createdIso: profile.createdIso,
    }
  },
})

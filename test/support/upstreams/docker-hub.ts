import { standIn } from './define.ts'

/** docs.docker.com/reference/api/hub/latest: list repository tags. */
const image = (architecture: string, os: string, size: number, variant: string | null = null) => ({
  architecture,
  features: '',
  variant,
  digest: `sha256:${architecture}`,
  os,
  os_version: null,
  size,
  status: 'active',
  last_pushed: '2026-01-14T01:00:00Z',
})

const TAG = {
  creator: 1,
  id: 2,
  images: [
    image('amd64', 'linux', 400_000_000),
    image('arm', 'linux', 350_000_000, 'v7'),
    // What attests how the image was built stands among the images.
    image('unknown', 'unknown', 20_000),
  ],
  last_updated: '2026-01-14T01:23:45.678901Z',
  last_updater_username: 'doijanky',
  name: '22-bookworm',
  repository: 3,
  full_size: 400_000_000,
  v2: true,
  tag_status: 'active',
  tag_last_pushed: '2026-01-14T01:23:45.678901Z',
  digest: 'sha256:index',
}

export default standIn({
  at: 'UPSTREAM_DOCKER_HUB_URL',
  answer({ path, query }) {
    if (path !== '/v2/namespaces/library/repositories/node/tags')
      return Response.json({ message: 'object not found', errinfo: {} }, { status: 404 })
    const isThere = TAG.name.includes(query.get('name') ?? '')
    return { count: isThere ? 912 : 0, next: null, previous: null, results: isThere ? [TAG] : [] }
  },
})

import { constants } from 'node:zlib'
import { notFound } from '../../../base/core/fault.ts'
import { readAssets, type Asset, type Assets } from '../../pages/assets.ts'
import { brotlied, codingOf, gzipped, type Coding } from '../coding.ts'
import { lazily } from '../../../base/lib/lazily.ts'
import type { Endpoint } from '../endpoint.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

export interface AssetParts {
  /** Read by the first page, not at start. */
  all(): Promise<Assets>
  /** The styles of the site, for a page without other files. */
  styles(): Promise<string>
  readonly endpoint: Endpoint
}

export function openAssets(): AssetParts {
  const all = lazily(readAssets)
  const coded = new Map<string, Promise<Buffer>>()

  function codedAs(coding: Coding, name: string, { bytes }: Asset): Promise<Buffer> {
    const key = `${coding} ${name}`
    const known = coded.get(key)
    if (known) return known
    const made =
      coding === 'br' ? brotlied(bytes, BEST(bytes.length)) : gzipped(bytes, { level: 9 })
    coded.set(key, made)
    return made
  }

  const endpoint: Endpoint = {
    method: 'GET',
    path: '/assets/:version/:name',
    async handle(request, { version = '', name = '' }) {
      const known = await all()
      const asset = known.files.get(name)
      if (!asset) throw notFound('No such file.')
      const { contentType } = asset
      const coding = asset.isPacked ? null : codingOf(request.header('accept-encoding') ?? '')
      const bytes = coding ? await codedAs(coding, name, asset) : asset.bytes
      const headers = [
        ['cache-control', version === known.version ? FOR_EVER : 'no-store'],
        ['vary', 'accept-encoding'],
        ...(coding ? [['content-encoding', coding] as const] : []),
      ] as const
      return { status: 200, headers, body: { kind: 'binary', contentType, bytes } }
    },
  }
  const styles = async () => (await all()).files.get('site.css')?.bytes.toString() ?? ''
  return { all, styles, endpoint }
}

const BEST = (size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})

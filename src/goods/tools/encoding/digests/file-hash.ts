import { isUtf8 } from 'node:buffer'
import { createHash, subtle } from 'node:crypto'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { z } from 'zod'
import { badInput } from '../../../../base/core/fault.ts'
import { defineTool } from '../../../../base/core/tool.ts'
import { base64, MB } from '../../../../base/lib/fields.ts'
import { bytesOfBase64 } from '../../../../base/lib/bytes.ts'

const RAW = 0x55
const SHA2_256 = 0x12

export default defineTool({
  route: 'POST /api/file-hash',
  name: 'File hash',
  description:
    'MD5, SHA-1, SHA-256 and SHA-512 of file bytes, with the SRI integrity attribute, the IPFS ' +
    'raw CID and the detected content type.',
  asks: [
    'sha256 checksum of file contents',
    'does my copy of a file match the published SHA-512 digest',
    'is the download intact',
    'SHA of a file for the release page',
    'integrity attribute for a script tag',
  ],
  price: '$0.001',
  uses: {},
  input: z.object({
    file: base64(8 * MB).describe('The file as base64, up to 8 MB.'),
  }),
  output: z.object({
    md5: z.string().describe('MD5 as hex.'),
    sha1: z.string().describe('SHA-1 as hex.'),
    sha256: z.string().describe('SHA-256 as hex.'),
    sha512: z.string().describe('SHA-512 as hex.'),
    sri: z.string().describe('Value of an HTML `integrity` attribute: sha384 and its base64.'),
    cidV1: z
      .string()
      .describe(
        'CIDv1 of the bytes as one raw block. IPFS splits files above its chunk size into ' +
          'blocks, so their CID differs.',
      ),
    bytes: z.int().describe('Size of the file.'),
    contentType: z
      .string()
      .describe(
        'Detected by magic number; text/plain for other UTF-8, else application/octet-stream.',
      ),
  }),
  examples: [
    {
      input: { file: 'aGVsbG8=' },
      output: {
        md5: '5d41402abc4b2a76b9719d911017c592',
        sha1: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
        sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
        sha512:
          '9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043',
        sri: 'sha384-WeF0h3dEjGnea4ANejO7+5/xtGPkQ1TDVTvNucZm+pASWjx5+QOXvfX2oT3oKGhP',
        cidV1: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
        bytes: 5,
        contentType: 'text/plain',
      },
    },
  ],

  async run({ file }) {
    if (file !== '' && file.trim() === '') throw badInput('file: must be base64, not white space')
    const bytes = bytesOfBase64('file', file)
    const [sha1, sha256, sha384, sha512] = await Promise.all(
      ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].map((name) => digested(name, bytes)),
    )
    return {
      md5: createHash('md5').update(bytes).digest('hex'),
      sha1: sha1!.toString('hex'),
      sha256: sha256!.toString('hex'),
      sha512: sha512!.toString('hex'),
      sri: `sha384-${sha384!.toString('base64')}`,
      cidV1: CID.createV1(RAW, create(SHA2_256, sha256!)).toString(),
      bytes: bytes.length,
      contentType: await contentTypeOf(bytes),
    }
  },
})

/** Web Crypto digests off the event loop. */
async function digested(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  return Buffer.from(await subtle.digest(name, bytes))
}

async function contentTypeOf(bytes: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (found) return found.mime
  const isText = isUtf8(bytes) && !bytes.includes(0)
  return isText ? 'text/plain' : 'application/octet-stream'
}

import { z } from 'zod'

/** What tools answer that make a picture, as `base64` or as text. */
export const pictureFields = {
  base64: z.string().nullable().describe('The picture; null where it is text.'),
  svg: z.string().nullable().describe('The drawing; null unless the format is svg.'),
  contentType: z.string().describe('Media type of the picture.'),
}

export const asBase64 = (bytes: Uint8Array, contentType: string) => ({
  base64: Buffer.from(bytes).toString('base64'),
  svg: null,
  contentType,
})

export const asSvg = (svg: string) => ({ base64: null, svg, contentType: 'image/svg+xml' })

/** A colour as `#rrggbb`, or `#rrggbbaa` where it may be seen through. */
export const colour = () =>
  z.string().regex(/^#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?$/, {
    error: 'must be a colour such as #ff8800 or #ff880080',
  })

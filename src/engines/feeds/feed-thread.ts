import { readFeed, type Feed } from './feed.ts'

export type { Feed }

export interface FeedInput {
  readonly text: string
  readonly url: string
  readonly itemsMax: number
}

export const work = ({ text, url, itemsMax }: FeedInput): Promise<Feed> =>
  readFeed({ text, url }, itemsMax)

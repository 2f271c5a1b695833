/** Networks by host, and the pattern of a profile there; share and login links do not match. */
const NETWORKS: readonly (readonly [network: string, hosts: string, profile: RegExp])[] = [
  ['linkedin', 'linkedin.com', /^\/(company|in|school|showcase)\/[^/]+/],
  ['x', 'x.com twitter.com', /^\/(?!(intent|share|home|search|hashtag|i|login)(\/|$))\w{1,15}\/?$/],
  ['facebook', 'facebook.com fb.com', /^\/(?!sharer|share|dialog|plugins|tr\b|login)[^/]+/],
  ['instagram', 'instagram.com', /^\/(?!(p|reel|explore|accounts)\/)[\w.]+\/?$/],
  ['youtube', 'youtube.com', /^\/(@|channel\/|c\/|user\/)[^/]+/],
  ['tiktok', 'tiktok.com', /^\/@[^/]+\/?$/],
  ['github', 'github.com', /^\/(?!(login|features|about|topics|sponsors)(\/|$))[\w-]+\/?$/],
  ['gitlab', 'gitlab.com', /^\/(?!users\/)[\w.-]+\/?$/],
  ['bluesky', 'bsky.app', /^\/profile\/[^/]+\/?$/],
  ['threads', 'threads.net threads.com', /^\/@[^/]+\/?$/],
  ['mastodon', 'mastodon.social mastodon.online fosstodon.org mstdn.social', /^\/@[^/]+\/?$/],
  ['telegram', 't.me', /^\/(?!share)[\w+/]+$/],
  ['whatsapp', 'wa.me', /^\/\d+/],
  ['discord', 'discord.gg discord.com', /^\/(invite\/)?[\w-]+$/],
  ['pinterest', 'pinterest.com', /^\/(?!pin\/)[\w-]+\/?$/],
  ['reddit', 'reddit.com', /^\/(r|u|user)\/[^/]+\/?$/],
  ['medium', 'medium.com', /^\/@?[\w.-]+\/?$/],
  ['vimeo', 'vimeo.com', /^\/(?!\d)[\w-]+\/?$/],
  ['xing', 'xing.com', /^\/(profile|pages|companies)\/[^/]+/],
  ['twitch', 'twitch.tv', /^\/\w+\/?$/],
  ['vk', 'vk.com', /^\/(?!share)[\w.]+\/?$/],
  ['weibo', 'weibo.com', /^\/[\w/]+$/],
  ['line', 'line.me lin.ee', /^\/\S+/],
]

export interface Social {
  readonly network: string
  readonly url: string
}

/** The profile that an address leads to, without tracking parameters. */
export function socialOf(href: string): Social | null {
  const url = URL.parse(href)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname.length > 200) return null
  const host = url.hostname.replace(/^(www|m|mobile|[a-z]{2})\./, '')
  const [network] =
    NETWORKS.find(
      ([, hosts, profile]) => hosts.split(' ').includes(host) && profile.test(url.pathname),
    ) ?? []
  if (network === undefined) return null
  const path = url.pathname.replace(/\/$/, '')
  return { network, url: `https://${url.hostname}${path}` }
}

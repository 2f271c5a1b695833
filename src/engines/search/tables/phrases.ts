/** Words that may stand for one another in a phrase. */
export const CLASSES = `
SITE: site/website/page/webpage/homepage/url/link/domain/blog/shop/store/landingpage
PIC: picture/photo/image/snap/snapshot/screengrab/pic/img/shot/capture
SEE: read/get/give/grab/pull/extract/fetch/want/need/take/show/just/only
MAKE: make/create/generate/build/write/new/fresh/mint/issue/produce
UP: up/down/online/offline/reachable/alive/working/dead/unreachable/responding
ENDS: expire/expires/expiry/expiration/expiring/lapse/end/ends/valid/renew/renewal
TXT: text/words/wording/content/contents/sentence
BEFORE: old/older/past/previous/earlier/former/back
CITY: city/town/country/region
LOSS: smaller/shrink/reduce/squeeze
MAIL: email/emails/mail/mails/newsletter/newsletters/message/messages
`

/**
 * Turns of phrase that mean something else than their words do, and words for what is meant, the
 * surest first. `a/b` is either word, `=a` that very form of it, `A` a class of words, `~` up to
 * three words in between. Articles and possessives are left out.
 */
export const PHRASES = `
take/make/get/grab/capture ~ PIC ~ SITE: screenshot page
PIC of ~ SITE: screenshot page
PIC of how ~ SITE: screenshot page
how ~ SITE look/looks/appears: screenshot page
see what ~ SITE look/looks like: screenshot page
is/if/whether/check/was ~ SITE ~ UP: http status up
is/if/whether ~ server UP: http status up
UP or ~ just me: http status up
how fast/quick/quickly/slow ~ SITE/server/respond/load: http timing response status
response/load/loading time: http timing status
SITE/server ~ respond/responds/responding/loads/answers: http status up
who own/owns/owned/registered/holds/runs/has ~ domain/site/website/hostname: whois registration registrar
domain/site/website ~ belong/belongs to: whois registration registrar
owner/holder/registrant of ~ domain/site/website/hostname: whois registration
domain ~ owner/holder/registrant: whois registration
who ~ domain/website ~ belong/owner: whois registration
domain/name ~ ENDS: whois registration expiry
when/since ~ domain/website ~ registered/created/exist/born: whois creation registration
domain ~ taken/free/unregistered/available/availability/buy/unclaimed: domain available register
register/buy ~ domain: domain available register
can ~ register/buy/get ~ domain/name/com/io: domain available register
is ~ domain ~ taken/free/available: domain available register
ssl/tls/https/certificate/cert ~ ENDS: tls certificate expiry
ssl/tls/https certificate/cert: tls certificate
lat/latitude ~ long/lng/lon/longitude ~ of/for ~ address/place/city/town: geocode coordinates address form
lat/latitude long/lng/lon/longitude: latitude longitude coordinate
address ~ to/into/in/as ~ lat/latitude/coordinate/coordinates/gps: geocode coordinates address form
address coordinate/coordinates/latitude/lat: geocode coordinates address form
coordinate/coordinates/position/location/gps ~ of/for ~ address/place/city/town/street/tower/building: geocode coordinates address
where ~ map: geocode coordinates place
coordinate/coordinates/lat/gps/position ~ to/into ~ address: reverse geocode street address
address at/of/for/belong/belongs/behind ~ coordinate/coordinates/lat/latitude/gps/position/point: reverse geocode street address
what/which address/street ~ at/is: reverse geocode street address
time zone/timezone ~ lat/latitude/coordinate/coordinates/gps/position/point: timezone coordinate
how far: distance between
as the crow flies: distance between
far ~ from/between/apart: distance between
km/kilometers/kilometres/miles ~ between/from/apart: distance between
latest/today's/today/breaking/top/recent headlines/headline/news/stories: news latest
headline/headlines: news article
in the news: news article publisher
what/whats happening/happened/new ~ with/about/in: news article
press coverage: news article publisher
read/get/extract/pull/give/show ~ TXT ~ article/page/webpage/website/post/story/blog/url: extract article page
main/clean/readable/full TXT/article/story ~ of: extract main article page
article ~ without/no ~ ads/ad/clutter/menus/navigation: extract main article
without/no ads/ad/clutter/menus/navigation: extract main article
reader mode/view: extract main article
needs/need/without/requires/after/runs/running ~ javascript/js/scripts: render headless browser scripts
singlepage/spa app/application/site: render headless browser scripts
single page app/application/site: render headless browser scripts
javascript/js heavy/rendered/rendering/only: render headless browser
page/site/website/url ~ to/as/into/in ~ pdf: print web page pdf
what/which ~ cms/framework/frameworks/technology/technologies/platform/stack/software ~ SITE/built/use/uses/run/runs: technology stack site
built with/on: technology stack site
made with: technology stack site
SITE ~ built/run/runs/running/powered ~ on/with/by: technology stack site
follow/expand/unshorten/resolve/reveal ~ short/shortened url/link/links: unshorten redirect destination
short/shortened/tiny link/url/links/urls: unshorten redirect destination
where ~ link/url ~ go/goes/lead/leads/point/points/redirect/redirects/end/ends: unshorten redirect destination
looked/look/looks/looking ~ in/on/at ~ year/years/ago/past/2010/2012/2015/2018/2020: archive capture wayback
SITE ~ looked/look years ago/before: archive capture wayback
BEFORE version/versions/copy/copies/capture/captures ~ SITE: archive capture wayback
time machine: archive wayback
has/have/did/was/if/whether ~ SITE ~ change/changed/edited/updated/modified: page changes compare
tell/notify/alert ~ SITE ~ change/changes/changed: page changes compare
contact email/emails/details/info/information/address/phone/page: contact email phone social
rss/atom/news feed ~ of/for ~ SITE: feed discover
have/has/find ~ rss/atom/feed: feed discover announce
read/items/item/entries/entry/posts/episodes/latest/newest ~ feed/rss/podcast: feed parse items
small/little/tiny/tab/browser/site icon: favicon icon
tab icon: favicon
whole/entire/every/all/full ~ pages ~ site/website/documentation/docs: crawl site pages
every/all page/pages ~ of/on/in: crawl site pages
every/all link/links ~ page/site/website: links page
link/links on/in/of/from ~ page/site/website: links page
preview/share/social card/cards/image: open graph twitter card metadata
og tag/tags/image/title: open graph metadata
search engine/engines ~ list/lists/index/find: sitemap
allowed/may/permitted/permission/ok/can/able ~ to ~ crawl/scrape/spider/index/fetch: robots crawler may
bot/bots/crawler/crawlers/gptbot/googlebot/scraper ~ allowed/blocked/permitted: robots crawler may
block/blocks/blocked/allow/allows ~ bot/bots/crawler/crawlers/gptbot/scraper: robots crawler may
why ~ not cache/cached/caching: cache freshness cdn
blocked by cors: cors policy cross origin
cross origin/domain: cors policy
end/go/land/landing/goes/ends/lands ~ in/to ~ spam/junk: email deliverability mail setup
spam/junk folder: email deliverability mail setup
mail/email set-up/setup/configuration/health: email deliverability graded
mail/email server/servers: mx record mail
mail exchanger/exchange: mx record dns
allowed/may/can/authorised/authorized/permitted ~ send ~ mail/email/mails/emails: spf sending
host/domain name/hostname ~ of/for/behind ~ ip: reverse dns host names
ip ~ to ~ hostname/host/domain: reverse dns host names
name/names behind ~ ip: reverse dns host names
reached/spread/arrived/propagated/live/visible ~ everywhere/worldwide/resolver/resolvers/google/cloudflare: dns propagation spread
where/which CITY ~ ip: ip country city
where ~ ip ~ from/located/is/come/comes: ip country city
which/what/who provider/isp/network/owner ~ ip: ip network holder
ip ~ belong/belongs ~ to: ip network holder
ip ~ private/public/internal/loopback/reserved/local: ip parse scope private
ip ~ hacking/hacker/malicious/bad/dangerous/suspicious/attack/attacks/abuse/blacklist/blacklisted/blocklist/reported/spam: ip reputation abuse
black/block list/lists: reputation blocklist
fit/inside/in/within/belongs/belong/part ~ range/subnet/cidr/block: cidr subnet contains
ip/address range/ranges/block/blocks: cidr block
number/many ~ hosts/addresses ~ subnet/network/range: cidr subnet size
dig/nslookup: dns lookup records
everything/all/every/complete ~ dns: all dns records
go/goes/going/went/change/changes/set back/forward/ahead ~ clocks/clock/hour: timezone clock changes dst
clock/clocks go/goes/going/change/changes/back/forward: timezone clock changes dst
summer/winter/daylight time/saving/savings: timezone clock changes dst
what/current/local/exact time ~ in/at/is/now/here/there: current time zone
time is it: current time zone
o'clock/oclock: current time zone
what time ~ in: time
=am/=pm ~ to/into/in: convert time instant zones
=am/=pm ~ is ~ time: convert time instant zones
to/in/into ~ my/local/other/another time/timezone: time convert zones
everyone/everybody/people/team/all/we ~ meet/meeting/call: meeting slots working hours
meet/meeting/call ~ time/hour/slot/slots: meeting slots working hours
work/working/business/week day/days: business working days
bank/public holiday/holidays: holidays public
weekdays/workdays between: business working days
days/weeks/months/years/hours/time ~ between: date difference
how long/much time ~ between/since/until/till: date difference
days/weeks/months/years/hours/minutes ~ after/from/later/before/ahead/hence: add time date duration
how many days: date difference days
in ~ days/weeks/months/hours: add time date
how long ago: relative time ago
ago ~ words/word/text/style/format: relative time ago
every/each/second/third/first/last ~ monday/tuesday/wednesday/thursday/friday/saturday/sunday/weekday/month/week ~ until/dates/date/for: recurrence rule dates
repeating/recurring/repeats event/events/appointment/meeting/dates: recurrence rule dates
double/overlapping booking/bookings/booked/appointments: interval overlaps bookings
free gap/gaps/slot/slots/time/times: interval gaps free
job/schedule/task ~ fire/run/runs/execute/trigger next: cron next run
next run/runs/execution/firing: cron next run
cron ~ mean/means/meaning/english/explain: cron explain words
one time/onetime code/codes/password/passwords: totp code
two/2 factor/step code/codes/authentication: totp code
6/six digit code/codes: totp code authenticator
google authenticator: totp code authenticator
store/storing/keep/hash ~ user/users ~ password/passwords: password hash storage
check/validate/verify/valid/genuine/authentic ~ token: verify jwt signature
bearer/access/id token: jwt token
MAKE ~ access/bearer/signed token: sign jwt claims
inside/in/read/open/claims/payload/decode ~ token: decode jwt claims
json web token: jwt
json web key: jwk
allow/white list ~ airdrop: merkle proof
split/break/divide ~ secret: secret shares split
LOSS ~ data/payload/text/file/body: compress
LOSS ~ image/picture/photo: resize image
fix/repair/broken/weird/garbled/strange/wrong ~ character/characters/umlauts/accents/letters/encoding: charset mojibake decode
what/which kind/type ~ encoding/encoded: decode guess layered encodings
unknown/weird/strange/some/mysterious encoding/encoded/gibberish/blob: decode guess layered encodings
what's/what/which/list ~ files/inside ~ zip/archive/tar: list zip entries
open/unpack/extract/read ~ zip/tar/archive: read zip extract
pack/bundle/put ~ files: zip create archive
safe inside/in/for html: html entities escape
dangerous/unsafe/malicious/untrusted html/script/scripts/tags/markup: sanitize html scripts
css selector/selectors: html select css
this/string/my/piece/of/supplied/given html: html
pick/pull/get/find/extract ~ email/emails/phone/phones/names/dates/numbers ~ text/paragraph/document/message: extract entities text
words/text/letters/printed ~ in/from/on/of ~ image/picture/photo/scan/screenshot/receipt/scanned: ocr image text
scanned ~ document/receipt/page/text: ocr image text
where/when ~ photo/picture/image ~ taken/shot/made: exif photo gps
camera ~ photo/picture: exif photo
main/dominant/brand/primary color/colors/colour/colours: palette dominant colours image
color/colour palette/scheme: palette dominant colours image
pixel/pixels wide/high/tall: image resize width
thumbnail/thumbnails: image resize scale
same/identical/equal/differ/different ~ images/pictures/photos/screenshots: compare images difference
images/pictures/photos/screenshots ~ same/identical/equal/differ/different/alike: compare images difference
near duplicate/duplicates image/images/photo/photos: perceptual hash image
cut/trim/clip ~ image/picture/photo: crop image cut
how long/length ~ video/audio/song/mp3/mp4/clip/recording/podcast: media duration
how many/number ~ pages ~ pdf: pdf page count properties
put/glue/stick/combine/join ~ pdfs/pdf ~ together/one: pdf merge
only/just/some/single page/pages ~ pdf: pdf extract pages
find/search/where/which ~ in/inside/of ~ pdf: pdf search phrase
fill/complete ~ pdf/form: pdf form fill
google/bing/duckduckgo for/something/it/this/that/me: web search
look/search ~ on/in/up ~ web/internet/online/google: web search
search the web/internet: web search
question/questions ~ sources/source/citations/cited/cite/references: answer question citations
stack overflow/exchange: stackexchange questions
programming question/answer/questions/answers: stackexchange questions
similar/like/same/related ~ site/sites/page/pages/website/websites/company/companies: similar pages like competitors
hacker news: hackernews hacker news
hn: hackernews
remember/note/notes ~ mean/similar/about/like/related: memory recall remembered texts
=save/=store/=keep/=persist/=put ~ value/setting/settings/data/json/state/key/keys/values: memory write store value
load/read/get/fetch/retrieve ~ =stored/=saved/=kept: memory read stored value
did ~ =store/=save/=stored/=saved: memory read stored value
=stored/=saved ~ earlier/before/setting: memory read stored value
count/counter ~ up/shared/increment: memory counter add
take/acquire/hold/get/release ~ lock/mutex: memory compare swap lock
give/grant/allow ~ access/read: grant another read wallet
stop/end/withdraw/revoke ~ sharing/access: memory revoke grant
work/job/task queue: memory queue items
who ~ changed/wrote/modified: memory log changed
used/much/left/free ~ storage/space/quota: memory usage quota
storm/weather/hurricane/tornado/flood/heat warning/warnings/alert/alerts: weather alerts warnings
ground ~ shake/shook/shaking/moved: earthquake
will it/there rain/snow: weather forecast rain
rain/snow/sunny/temperature/umbrella/hot/cold ~ tomorrow/weekend/week/days/tonight: weather forecast
weather ~ tomorrow/weekend/week/days/forecast: weather forecast daily
facts/born/biography/birthday ~ about/person/of: wikidata facts person
opening hours/times: places opening hours
around here/the/this/an: nearby places
scam/scams/fraud/fraudulent/fake/legit/trustworthy/trust ~ shop/store/site/website: fraud signals fraudulent shop
shop/store/site/website ~ scam/scams/fraud/fraudulent/fake/legit/trustworthy: fraud signals fraudulent shop
share/stock price/quote/prices: stock quote share
how much ~ worth/cost: price
currency/exchange/conversion rate/rates: exchange rate currency
credit/debit/bank card: card payment number
vehicle identification number: vin
monthly/mortgage/loan payment/payments/instalment/instalments: loan payment instalment
high/low tide/tides: tides water
side effect/effects: adverse events drug
random number/numbers: random
speech to text: transcribe speech audio
text to speech: speech spoken audio
bar/line/pie chart/graph/plot: chart render
known/security vulnerability/vulnerabilities/hole/holes/flaws: vulnerabilities cve
positive/negative ~ tone/review/mood/sentiment: sentiment
which/what language: language detect
history/trail ~ changes/writes/edits/modifications: log changed
audit trail/log: log changed
put/add/push/append/place ~ queue: queue push append
next/take/get/pull/fetch/lease/receive ~ job/task/item/items/work ~ queue/worker: queue pop lease
job/task/item ~ done/finished/complete/completed: queue acknowledge finish
back to ~ queue: queue acknowledge hand
finish/finished/acknowledge/complete/fail/failed ~ job/task/item: queue acknowledge finish
remove/withdraw/cancel/revoke/take ~ permission/permissions/access/grant/sharing: revoke grant
stop sharing: revoke grant
who ~ has/have/got access: grants given received
list/show/which ~ permission/permissions/grants: grants given received
share ~ with ~ wallet/agent/someone/colleague/partner: grant another read wallet
allow/let ~ wallet/agent/colleague ~ read/write/access/see/use: grant another read wallet
remember/memorise/memorize/note ~ this/note/fact/later/that: remember index text
long term memory: remember index text
forget/erase/delete ~ note/fact/remembered/text: forget remove remembered
dump/backup/export ~ memory/data/everything/stored/keys: memory export namespace whole
many/several/multiple/lot ~ keys/values/entries ~: batch keys call
at once: batch call
single/one request/call: batch call
only if ~ changed/same/equal/unchanged/nobody: compare swap equals expected
size/number ~ stored/keys: usage bytes quota
running total: counter add
heading/headings ~ structure/hierarchy/order/outline: headings outline landmarks
vector graphic/graphics/image/logo/drawing: svg draw
dimension/dimensions/resolution/pixel/pixels/size of/is/in ~ PIC: image information size format
PIC ~ smaller/larger/bigger/width/height: resize image scale
make ~ PIC smaller/larger/bigger: resize image scale
lock/protect/secure/seal ~ password/passphrase/aes: encrypt text
unlock/open ~ ciphertext/encrypted/passphrase: decrypt ciphertext
plain/original text ~ ciphertext: decrypt ciphertext
key out/from/of ~ password/passphrase: derive key pbkdf2
password/passphrase into/to ~ key: derive key pbkdf2
break/divide/split/cut ~ password/secret/key ~ parts/pieces/shares: secret shares split
identity/login provider/providers: openid issuer
token ~ valid/genuine/expired/authentic/real: verify jwt signature
payload/claims/header/content of ~ jwt/token: decode jwt claims
signed ~ token ~ secret/key/claims: sign jwt claims
all/every/ever ssl/tls/certificate/certificates ~ issued/logged/domain: certificate transparency logged
subdomain/subdomains of/for: certificate transparency reveal subdomains
find/list/all/discover/enumerate subdomain/subdomains: certificate transparency reveal subdomains
many/all/several/multiple/every page/pages ~ site/website/host/documentation: crawl site pages
how many seconds/minutes/hours is/are/in: duration seconds
convert/turn ~ minutes/hours/seconds/days ~ seconds/iso/minutes: duration seconds
url encode/encoding/encoded: percent encode url
percent sign/signs/encoding/escape/encoded: percent encode url
web/internet search: web search snippets
search/find ~ on/across/through web/internet: web search snippets
photos/pictures/images of/about: image search
video/videos/clips about/of/on: video search
pages about/on/covering: web search
from every side/angle: intelligence
full/complete report/profile/picture: intelligence
tell/show/give ~ everything ~ about: intelligence
MAKE ~ public/private ~ key/keys: key pair generate
number ~ days/weeks/months from/between: date difference
elapsed ~ since/between: date difference
hour/time ~ call/meeting/conference: meeting slots working hours
version/copy of ~ SITE: archive capture wayback
SITE years ago: archive capture wayback
wayback/archived snapshots/captures/copies/versions/history: archive capture history
match/matches/verify ~ digest/checksum: file digests hash
still accept/accepts/support/supports/enabled/on: accept versions
fake/scam/fraud SITE: fraud signals fraudulent shop
online shop/store: shop
what ~ can ~ server/agent do: list tools skills
overlapping/overlap ~ slot/slots/times/ranges/intervals/events: interval overlaps ranges
photo/photos/picture/pictures/image/images ~ on/from/across ~ web/internet: image search source
find/search ~ photos/pictures/images ~ of/about: image search
MAIL ~ waiting: inbox messages
message/messages/mail ~ =my/wallet/agent: inbox messages
signature ~ public key: verify signature sign
all/every/list ~ versions/captures/copies/snapshots: archive capture history
scan/read/decode ~ qr/barcode/barcodes: barcode decode read
same topic/subject/theme ~ as: similar pages like
headers ~ send/sends/sent/return/returns/returned/back: response headers http
next/coming/last monday/tuesday/wednesday/thursday/friday/saturday/sunday/week/month/year: date natural language
as/into/to timestamp/iso/date: date parse iso
comment/comments of/on: thread comments
read ~ comment/comments/discussion: thread comments readable
whole/entire/full ~ discussion/thread/conversation: thread comments
search/find ~ remembered/memories/notes: memory recall remembered texts
=unzip: read list extract entries zip
un gzip: decompress gzip data
only/just ~ one ~ record/type: one type
many/several/lot/all ~ =stored/=saved ~ keys/values: read batch keys
=save/=store/=write ~ many/several/lot: write batch keys
several/many/multiple search/searches/queries: several searches
activity/event ~ seismic: earthquake
seismic activity/event/events: earthquake
still valid/good/genuine: verify
hexadecimal back/to/into ~ text: hex text back
strip/remove ~ tags ~ html/markup: html plain text
tags ~ html/markup: html tags
outgoing/external/internal link/links: links page
text from/out/of ~ pdf: pdf text
pdf to/as/into text: pdf text
browse/list/walk/iterate ~ key/keys: scan keys
keys ~ =start/=starts/=beginning ~ with/prefix: scan keys prefix
=rag/=grounding: grounding passages model
facts/notes ~ memory: remember index text
og tags ~ url/link/page: page metadata open graph
open graph ~ url/link/page/site: page metadata open graph
png/jpg/jpeg/webp/gif/avif/tiff/bmp to/into/as png/jpg/jpeg/webp/gif/avif/tiff/bmp: image convert format
=archived: archive capture
old copy: archive capture closest
around ~ address/location/place: location around near
plan ~ trip/journey/travel/tour/holiday/vacation: trip planner
trip/journey planner/plan/planning: trip planner
what is/are around: location around near
instant ~ what time: convert time instant zones
string/bytes ~ to/into/as base64/base32/base58: encode
PIC/file ~ to/into/as base64: base64 encode
full/whole/complete ~ domain/company/location ~: intelligence
draw/plot/make ~ chart/graph/plot: chart render
tls/ssl version/versions: tls versions ciphers
group by: group aggregate
total/sum/count/average ~ per/by ~: group aggregate sums
sum/multiply/times ~ over array: transform expression
structure/shape/schema of ~ json: profile paths types
changed/differs/different between ~ json/objects/documents: difference patch
difference between ~ json/objects: difference patch
semicolon/comma/tab separated: csv delimiter
merge/join/combine ~ lists/tables/rows/arrays/objects ~ by/on/id/key: join rows keys
stable/canonical/deterministic hash/form/json: canonical
gps/coordinate/coordinates/latitude/longitude of: geocode coordinates address form
instant ~ in/to/into/is: convert time instant zones
days/weeks/months/years/hours since: date difference
as it was/were: archive capture
before ~ edited/changed/deleted: archive capture
resolve/follow/expand/trace ~ link/redirect/redirects: unshorten redirect destination
extract/read/recognise/recognize/copy ~ text ~ PIC: ocr image text
=there ~ feed: feed discover
ssh key/format/fingerprint: ssh public key type
can/may ~ bot/bots/crawler/crawlers/spider ~ read/visit/see/access/index/crawl: robots crawler may
limit/cap/throttle ~ calls/requests/agents: rate limit shared
calls/requests ~ per/a second/minute/hour/day: rate limit shared
certificate/cert chain: tls certificate chain
in/for/of pictures/images/photos: image
full/whole/entire ~ capture/screenshot: screenshot page
blank/empty ~ scripts/script/javascript/js: render headless browser scripts
picked/pick/see/sees up ~ record/dns: dns propagation spread
new ~ record ~ visible/live/everywhere: dns propagation spread
straight line: distance between
head office: company
`

/**
 * Words that say little about what is asked for: they count little in a score, and a tool need not
 * have them.
 */
export const EVERYDAY = `
  able about actually after again all allow almost along already also always another any anybody
  anyone anything around ask back bad before begin best better big bit both box boss bring call came
  case cheap check chosen client colleague come could couple customer daily day's detail different
  directly do done each earlier easy else enough etc even ever every everybody everyone everything
  exact exactly example exist far fast few field find first following friend full game general
  give given go goes going gone good got great guy happen happens hello help here hey hi hold how
  idea inside instead just keep kind know last lately later least leave left let like likely list
  little long look lot make many matter maybe mean mine more most move much must name near need new
  next nice nobody none nothing now of off often ok okay old once one online only onto other otherwise
  over own part particular people per perhaps person piece place please possible precisely pretty
  problem properly provide put quick quickly quite rather really recent report right round run said
  same saw say see seem send set several shall show side simple simply since single small some
  somebody someone something somewhere soon sort specific start still stuff suddenly sure take team
  tell thank thanks that thing think though through today together tool tried true try turn two
  under until upon user using usual usually valid various very via wanna wait way well went whatever
  whether while whole within without word work works would write wrong yes yet
  gimme lemme gonna wanna dont doesnt cant isnt im ive whats hows wheres whos lets
  want wants wanted needs needed looking trying able finding gets getting gave giving
  three four five six seven eight nine ten hundred dozen
  monday tuesday wednesday thursday friday saturday sunday
  january february march april june july august september october november december
  tonight yesterday tomorrow morning evening afternoon noon midnight christmas
  api agent service function endpoint online app application program script automatically
  display output input result results value values specify supplied
  famous meanwhile future drop catch chance subject prevent support mention hear heard
  understand figure decide choose pick pull push drive stay live happen expect hope
  believe guess seem appear turn become kind nobody anymore especially mostly mainly nearly
  beforehand afterwards recently currently presently exactly roughly nicely cleanly safely easily
  reliable reliably proper correct correctly wrong false safe simple plain raw current own
  handle deal manage perform request response return receive supply accept offer allow require
  belong include contain involve relate regard concern cover consist
  purpose reason result effect aspect topic issue matter question way manner sort version
  available useful helpful important necessary common usual normal typical popular known
  coast straight line nearest watch together couple pick grow tie chief head stop open close
  thingy whole entire total actual certain
  against broken switched enforced enforce ran fires firing lies lying inside outside among between
  session machine visitor shaking shake ready fresh entirely whenever wherever somehow itself
`

/** Countries, states and large cities that no time zone is named after. */
export const PLACES = `
  afghanistan africa african aland albania algeria american angola antarctica arab arabia armenia
  ascension australia austria azerbaijan bahamas bangladesh barbuda belarus belgium benin bhutan
  bolivia bosnia botswana brazil british bulgaria burkina burma burundi caicos caledonia
  cambodia cameroon canada caribbean chad chile china colombia comoros congo
  croatia cuba cyprus czechia denmark diego dominican ecuador egypt emirates
  equatorial eritrea estonia eswatini ethiopia falkland faroe finland france french futuna
  gabon gambia germany ghana greece greenland grenadines guiana guinea haiti
  herzegovina honduras hungary iceland india indonesia iran iraq ireland israel italy japan jordan
  kazakhstan keeling kenya kiribati korea kosovo kyrgyzstan lanka laos latvia lebanon
  lesotho liberia libya liechtenstein lithuania macao macedonia madagascar malawi malaysia
  mali mauritania mayen mcdonald melilla micronesia moldova mongolia
  montenegro morocco mozambique myanmar namibia nepal netherlands nevis nicaragua niger nigeria
  norway oceania oman pakistan palestinian papua paraguay peru philippines poland polynesia
  portugal principe romania russia rwanda sahara samoa sark
  saudi senegal serbia seychelles sierra slovakia slovenia somalia sudan suriname
  svalbard sweden switzerland syria taiwan tajikistan tanzania thailand tobago togo
  tokelau tonga trinidad tunisia turkiye turkmenistan tuvalu uganda ukraine uruguay
  uzbekistan vanuatu venezuela vietnam yemen zambia zealand zimbabwe
  alabama alaska arizona arkansas california colorado connecticut delaware florida hawaii idaho
  illinois iowa kansas kentucky louisiana maryland massachusetts michigan minnesota mississippi
  missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas utah vermont
  ia wisconsin wyoming england scotland wales bavaria catalonia ontario quebec
  barcelona munich hamburg cologne frankfurt milan naples florence venice lyon marseille geneva basel
  seville valencia porto manchester liverpool edinburgh glasgow boston seattle miami dallas houston
  austin atlanta philadelphia orlando san francisco diego las vegas washington montreal ottawa kyoto
  osaka beijing shenzhen mumbai delhi bangalore chennai antwerp rotterdam gothenburg krakow
  asia africa europe america oceania uk usa eu
`

/** Words in the names of time zones that mean something else by themselves. */
export const NOT_PLACES = `
  north south center city isle wake easter christmas midway current reunion troll casey knox creek
  nelson bahia banderas cambridge vista campo grande coral harbour goose lower princes port punta
  rankin inlet resolute stanley davis tell salem phoenix oral cape verde broken hill lord howe
  canary truk branco santo fort lima
`

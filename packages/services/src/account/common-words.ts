/** Words that many passwords consist of, alone or in pairs, with digits around them. Ours, not a leaked list. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
  abc access account action active admin administrator adobe airport alex alexander alpha always amanda america american
  amsterdam andrea andrew angel angela animal anthony apple april arsenal arthur ashley august austin autumn awesome
  baby babygirl backup badboy bailey banana barcelona baseball basketball batman beach bear beautiful beauty benjamin berlin
  best bigdog bill billy bird black blessed blink blue boomer boss boston brandon brian broken brother buddy buster butterfly
  camaro canada captain carlos caroline casper cat change changeit changeme charlie cheese chelsea cherry chester chicago
  chicken chocolate chris christian christmas church cisco class claudia coffee college company compaq computer cookie cool
  corvette country cowboy cricket crystal daddy dallas daniel daniela dark database david death debug december default
  demo dennis deploy desktop destiny dev diamond digital dolphin donald dragon dream eagle edward elizabeth eminem england enter
  family fantasy father february ferrari fire fish flower football forever forget france frank frankfurt freedom friday friend
  friends gabriel galaxy gandalf garden george germany ginger girl god gold golden golf good google grace grafana grandma
  great green guest guitar gunner hacker hallo hammer hannah happy harley harry headroom heart heaven hello helloworld help
  hockey holiday home honda honey house hunter ice iloveu iloveyou india internet iphone jackson jaguar james january
  jasmine jason java jennifer jenkins jessica jesus jmeter john johnny jordan joseph joshua july june junior justin kevin
  killer king kitten kitty kubernetes lakers laptop laura letmein letmeinnow liberty life linux little liverpool load loadtest
  local localhost login london lord lost love lovely loveme lover loveyou lucky luke maggie magic manager march maria mario
  market martin marvin master matrix matthew maverick max maximus mercedes merlin mexico michael michelle mickey microsoft
  midnight mike miller minecraft mobile monday money monkey monster morgan morning mother mountain mouse mozart mustang
  my myname myself nascar natalie nathan network never new newyork nicholas nicole nirvana november nothing office oliver
  oracle orange october pass passphrase passw passwd passwort password passworte paris patrick peaches peanut pepper perfect
  performance peter phoenix picture player please pokemon porsche postgres power prince princess private prometheus public
  purple qazwsx qwert qwerty qwertz rabbit rachel rainbow ranger raspberry rebecca red redsox robert rocket root rose
  russia sabrina samantha samsung samuel sandra sandwich saturday scooter scorpion scott secret secure security september
  server service shadow shannon shop silver simple simon slipknot smile smith smokey snoopy soccer sophie spain spider
  spiderman spring staging star starwars start steelers stella steve steven student summer sunday sunflower sunshine super
  superman superstar support swordfish system taylor teacher temp temporary tennis test tester testing thank thanks theman thomas
  thunder thursday tiger tigger time tomcat toor toyota travel trustno trustnoone tuesday turtle ubuntu unknown user username
  vanessa victor victoria viking vincent virginia wednesday welcome welkom white whatever william willow windows winner winter
  wizard wolf work world xbox yankees yellow you your zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);

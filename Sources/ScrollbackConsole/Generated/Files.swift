// Generated from Console/ by `Scripts/embed-console.py`; not to be edited.
// swift-format-ignore-file

extension ConsoleFile {
    /// All files, the page first.
    package static let all: [ConsoleFile] = [
ConsoleFile(
    path: "/console",
    type: "text/html; charset=utf-8",
    tag: #""a8f3c068a64c5f106c79bcae7d08aa5e""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Scrollback</title>
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#f6f5f2" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141416" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="console/console.css">
<link rel="modulepreload" href="console/scrollback.js">
<link rel="modulepreload" href="console/session.js">
<link rel="modulepreload" href="console/dom.js">
<link rel="modulepreload" href="console/chat.js">
<link rel="modulepreload" href="console/list.js">
<link rel="modulepreload" href="console/talk.js">
<link rel="modulepreload" href="console/message.js">
<link rel="modulepreload" href="console/rows.js">
<link rel="modulepreload" href="console/source.js">
<script type="module" src="console/app.js"></script>
</head>
<body>
<noscript><p>The console needs JavaScript.</p></noscript>
<div id="app"></div>
<div id="toasts" role="status" aria-live="polite"></div>
</body>
</html>

"""#
),
ConsoleFile(
    path: "/console/check.html",
    type: "text/html; charset=utf-8",
    tag: #""545313927d2833028a2684b59899a4df""#,
    policy: "default-src 'none'; script-src 'sha256-N3cZw+qkNlwSKG1a5+6UC5Gxn6o+H4kjpovVg1vDGEE='; style-src 'sha256-A/PHRDecy2V7WX78nvrzx4W1ZB/eCJIkWuv0kmfHnBw='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-N3cZw+qkNlwSKG1a5+6UC5Gxn6o+H4kjpovVg1vDGEE='; style-src 'sha256-A/PHRDecy2V7WX78nvrzx4W1ZB/eCJIkWuv0kmfHnBw='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">
<title>Check a proof · Scrollback</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<style>:root{
color-scheme:light dark;
--paper:light-dark(#f5f4f1,#131315);
--panel:light-dark(#fff,#1a1b1e);
--raised:light-dark(#fff,#242529);
--hover:light-dark(#efede8,#232428);
--line:light-dark(#e3e0d9,#2d2e33);
--ink:light-dark(#1d1c1a,#ececee);
--soft:light-dark(#635f59,#a6a5ad);
--accent:light-dark(#3450c8,#9aa9ff);
--strong:light-dark(#3450c8,#4659d6);
--tint:light-dark(#e7ebff,#272d55);
--mine:light-dark(#e2e7ff,#2b3269);
--theirs:light-dark(#fff,#232428);
--good:light-dark(#0f6b33,#62d190);
--good-tint:light-dark(#e2f4e8,#15301f);
--amber:light-dark(#8a4f00,#f2bb66);
--amber-tint:light-dark(#fdf0d9,#362711);
--bad:light-dark(#b3211f,#ff918a);
--bad-tint:light-dark(#fde7e5,#3b1917);
--shadow:0 1px 2px light-dark(#0000000f,#0006),0 6px 24px light-dark(#0000001a,#0009);
--radius:14px;
--mono:ui-monospace,"SF Mono","Cascadia Mono","JetBrains Mono",Menlo,"DejaVu Sans Mono",monospace;
font:400 clamp(15px,11.2px + .23vw,20px)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Inter,"Helvetica Neue","Noto Sans",sans-serif,"Noto Color Emoji";
background:var(--paper);
color:var(--ink);
accent-color:var(--accent);
scrollbar-color:light-dark(#c9c5bd,#45464d) transparent;
}
*{box-sizing:border-box}
html,body,#app{height:100%}
body{margin:0;overflow:hidden;-webkit-text-size-adjust:100%}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
ul,ol{list-style:none}
h1{font-size:1.35rem;font-weight:680;letter-spacing:-.015em}
h2{font-size:1.02rem;font-weight:640;letter-spacing:-.005em}
h3{font-size:.82rem;font-weight:640;color:var(--soft);margin:1rem 0 .3rem}
a{color:var(--accent)}
button,input,select,textarea{font:inherit;color:inherit}
button{cursor:pointer;background:none;border:0;padding:0}
button:disabled{cursor:default}
input,select,textarea{
background:var(--panel);border:1px solid light-dark(#8f8b84,#6d6e76);border-radius:10px;padding:.5em .7em;min-width:0;
}
textarea{resize:vertical}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.icon{width:1.25em;height:1.25em;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round;flex:none;vertical-align:-.25em}
.icon-button{display:inline-grid;place-items:center;width:2.3em;height:2.3em;border-radius:10px;color:var(--soft);flex:none}
.icon-button:hover{background:var(--hover);color:var(--ink)}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.mono{font-family:var(--mono);font-size:.8rem}
.link{color:var(--accent);text-decoration:underline;text-underline-offset:.15em}
.skip{position:fixed;left:1rem;top:-4rem;z-index:9;background:var(--strong);color:#fff;padding:.5rem 1rem;border-radius:10px}
.skip:focus{top:1rem}
.primary,.secondary{border-radius:10px;padding:.55em 1.1em;font-weight:600}
.primary{background:var(--strong);color:#fff}
.primary:hover{filter:brightness(1.08)}
.primary:disabled{opacity:.6}
.primary.danger{background:light-dark(#b3211f,#c0332f)}
.secondary{border:1px solid var(--line);background:var(--panel)}
.secondary:hover{background:var(--hover)}
.field{display:grid;gap:.3rem}
.field >span{font-size:.85rem;font-weight:560;color:var(--soft)}
.shell{display:grid;grid-template-columns:auto minmax(0,1fr);height:100%}
main{min-width:0;min-height:0;height:100%}
.shell main{display:flex;flex-direction:column}
main >:last-child{flex:1 1 0;min-height:0}
.screen{height:100%;min-height:0}
.rail{display:flex;flex-direction:column;gap:.25rem;padding:.9rem .5rem;border-right:1px solid var(--line);width:5.2rem;align-items:stretch}
.rail a{position:relative;display:grid;justify-items:center;gap:.15rem;padding:.5rem .2rem;border-radius:12px;color:var(--soft);text-decoration:none;font-size:.74rem;font-weight:560}
.rail a .icon{width:1.6em;height:1.6em;font-size:1.05rem}
.kept{position:absolute;top:.35rem;right:.9rem;width:.7rem;height:.7rem;border-radius:50%;background:var(--amber);border:2px solid var(--paper)}
.kept.good{background:var(--good)}
.kept.bad{background:var(--bad)}
.rail a:hover{background:var(--hover);color:var(--ink)}
.rail a[aria-current]{background:var(--tint);color:var(--accent)}
.rail .spacer{flex:1}
.rail .icon-button{align-self:center}
.connection{position:fixed;left:50%;top:.8rem;transform:translate(-50%,-4rem);transition:transform .25s;z-index:8;display:flex;gap:.5rem;align-items:center;padding:.5rem 1rem;border-radius:99px;background:var(--amber-tint);color:var(--amber);font-weight:560;font-size:.88rem;box-shadow:var(--shadow);visibility:hidden}
.connection.lost{transform:translate(-50%,0);visibility:visible}
#toasts{position:fixed;bottom:5.5rem;left:50%;transform:translateX(-50%);z-index:9;display:grid;gap:.5rem;width:max-content;max-width:min(32rem,92vw)}
.toast{background:light-dark(#26252a,#ececee);color:light-dark(#fff,#1a1a1c);padding:.6rem 1rem;border-radius:12px;box-shadow:var(--shadow)}
.toast.bad{background:light-dark(#8f1917,#ffd9d6);color:light-dark(#fff,#5c0f0d)}
dialog{border:0;border-radius:18px;background:var(--raised);color:inherit;box-shadow:var(--shadow);padding:1.4rem;width:min(28rem,92vw);max-height:86vh}
dialog::backdrop{background:#0008}
dialog form{display:grid;gap:.9rem}
dialog p{color:var(--soft)}
.buttons{display:flex;justify-content:flex-end;gap:.5rem}
.buttons button:not(.primary){padding:.55em 1.1em;border-radius:10px}
.buttons button:not(.primary):hover{background:var(--hover)}
.nothing{height:100%;display:grid;place-content:center;justify-items:center;gap:.6rem;color:var(--soft);text-align:center;padding:2rem}
.nothing h1{font-size:1rem;font-weight:400}
.nothing .icon{width:2.4rem;height:2.4rem;stroke-width:1.2}
.front{display:grid;place-items:center;padding:1rem;background:radial-gradient(60rem 40rem at 50% -10rem,var(--tint),transparent)}
.front-card{width:min(25rem,100%);background:var(--panel);border:1px solid var(--line);border-radius:22px;padding:2rem;box-shadow:var(--shadow)}
.brand{font-weight:700;letter-spacing:-.01em;color:var(--accent);margin-bottom:1.4rem}
.sign-in{display:grid;gap:.9rem}
.sign-in p{color:var(--soft);font-size:.92rem}
.sign-in .problem{color:var(--bad)}
.problem:empty{display:none}
.choose{max-width:36rem;margin:0 auto;padding:3rem 1.2rem;display:grid;gap:1rem;overflow-y:auto;max-height:100%}
.choose p{color:var(--soft)}
.choose form{display:grid;gap:.8rem;justify-items:start}
.choose .field{width:100%}
.avatar{position:relative;display:inline-grid;place-items:center;width:2.7rem;height:2.7rem;border-radius:50%;flex:none;font-weight:620;font-size:.92rem;letter-spacing:.01em;--h:250;background:light-dark(hsl(var(--h) 62% 88%),hsl(var(--h) 32% 27%));color:light-dark(hsl(var(--h) 60% 25%),hsl(var(--h) 70% 86%));user-select:none}
.letters{overflow:clip;max-width:90%;max-height:100%;white-space:nowrap}
.tone0{--h:8}.tone1{--h:28}.tone2{--h:48}.tone3{--h:88}.tone4{--h:142}.tone5{--h:168}.tone6{--h:192}.tone7{--h:214}.tone8{--h:236}.tone9{--h:262}.tone10{--h:292}.tone11{--h:332}
.dot{position:absolute;right:-.05rem;bottom:-.05rem;width:.8rem;height:.8rem;border-radius:50%;background:light-dark(#1f9d55,#3ecf7f);border:.16rem solid var(--panel)}
.pair{display:block;position:relative;width:2.7rem;height:2.7rem;flex:none}
.pair .avatar{position:absolute;width:1.85rem;height:1.85rem;font-size:.66rem}
.pair .avatar:first-child{right:0;top:0}
.pair .avatar:last-child{left:0;bottom:0;outline:2px solid var(--panel)}
.people{display:grid;gap:.1rem;max-height:50vh;overflow-y:auto}
.people li,.choice button{display:flex;align-items:center;gap:.7rem;padding:.4rem .3rem;width:100%;text-align:start;border-radius:12px;min-width:0}
.choice li{padding:0}
.choice button:hover{background:var(--hover)}
.choice .mono{color:var(--soft);margin-left:auto;overflow:hidden;text-overflow:ellipsis}
.role{margin-left:auto;color:var(--soft);font-size:.82rem}
.chat{display:grid;grid-template-columns:minmax(18rem,23rem) minmax(0,1fr);height:100%;min-height:0}
.list{display:flex;flex-direction:column;min-height:0;background:var(--panel);border-right:1px solid var(--line);min-width:0}
.list-head{display:flex;align-items:center;justify-content:space-between;gap:.5rem;padding:1rem 1rem .5rem 1.2rem;min-height:4rem}
.list-head h1{flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list-tools{display:flex;gap:.5rem;padding:0 1rem .7rem}
.list-tools input,.list-tools select{border-color:transparent;background:var(--hover);width:100%}
.list-tools select{width:auto;max-width:7rem;font-size:.85rem}
.searching{position:relative;flex:1;min-width:0;color:var(--soft)}
.searching .icon{position:absolute;left:.65rem;top:50%;transform:translateY(-50%);width:1.1em}
.searching input{padding-left:2.2rem}
.list-scroll{overflow-y:auto;flex:1;padding:0 .5rem .5rem}
.conversation{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:auto auto;column-gap:.8rem;align-items:center;width:100%;padding:.6rem .7rem;border-radius:var(--radius);text-align:start;content-visibility:auto;contain-intrinsic-size:auto 4rem}
.conversation >:first-child{grid-row:1 / 3}
.conversation:hover{background:var(--hover)}
.conversation.selected{background:var(--tint)}
.conversation:focus-visible{outline-offset:-2px}
.conversation-top,.conversation-bottom{display:flex;align-items:center;gap:.4rem;min-width:0}
.conversation .title{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;flex:1}
.conversation .icon{width:.95rem;height:.95rem;color:var(--soft)}
.conversation time{font-size:.78rem;color:var(--soft);flex:none}
.conversation.unread time{color:var(--accent);font-weight:600}
.preview-text{flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft);font-size:.9rem;unicode-bidi:isolate;max-height:1.5em}
.unread .preview-text{color:var(--ink)}
.typing{color:var(--accent) !important}
.badge{background:var(--strong);color:#fff;border-radius:99px;font-size:.74rem;font-weight:650;min-width:1.5em;padding:.1em .5em;text-align:center;flex:none}
.badge.quiet{background:light-dark(#6d6963,#54555d)}
.empty{padding:2rem 1rem;color:var(--soft);text-align:center}
.talk-pane{min-width:0;min-height:0;height:100%}
.talk{display:flex;flex-direction:column;height:100%;min-height:0;position:relative}
.talk-head{display:flex;align-items:center;gap:.7rem;padding:.6rem 1rem;min-height:4rem;border-bottom:1px solid var(--line);background:var(--panel)}
.face >.avatar{width:2.4rem;height:2.4rem}
.talk-names{flex:1;min-width:0}
.talk-names h1{font-size:1.02rem;font-weight:640;letter-spacing:-.005em}
.talk-names h1,.talk-detail{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.talk-detail{color:var(--soft);font-size:.82rem;min-height:1.2em}
.back{display:none}
.talk-scroll{flex:1;overflow-y:auto;overflow-x:hidden;overflow-anchor:none;min-height:0;position:relative}
.talk-scroll:focus-visible{outline-offset:-3px}
.canvas{position:relative;contain:layout style}
.rows{position:absolute;inset:0 0 auto}
.row{display:flow-root;padding:.1rem max(1rem,calc(50% - 25rem));contain:layout style}
.row:not(.follows){padding-top:.55rem}
.row:focus-visible{outline:none}
.row:focus-visible .bubble{outline:2px solid var(--accent);outline-offset:2px}
.line{display:flex;gap:.6rem;align-items:flex-start}
.line .avatar,.no-avatar{width:2.1rem;height:2.1rem;font-size:.74rem;flex:none}
.no-avatar{height:0}
.stack{position:relative;display:flex;flex-direction:column;align-items:flex-start;max-width:min(38rem,82%);min-width:0}
.mine .line{justify-content:flex-end}
.mine .stack{align-items:flex-end}
.bubble{position:relative;background:var(--theirs);border:1px solid var(--line);border-radius:4px 18px 18px 18px;padding:.45rem .8rem .4rem;max-width:100%;min-width:0}
.follows .bubble{border-radius:18px}
.mine .bubble{background:var(--mine);border-color:transparent;border-radius:18px 4px 18px 18px}
.mine.follows .bubble{border-radius:18px}
.sender{display:block;font-size:.82rem;font-weight:640;color:var(--accent);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-height:1.5em}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;overflow:clip;display:inline}
.bubble .text{display:block}
.text.long{max-height:40em;overflow:hidden;mask-image:linear-gradient(#000 85%,#0000)}
.text.long.open{max-height:80vh;overflow-y:auto;mask-image:none}
.more{color:var(--accent);font-weight:600;padding:.2rem 0}
.mention{color:var(--accent);font-weight:600}
.meta{display:flex;justify-content:flex-end;align-items:center;gap:.25em;font-size:.72rem;color:var(--soft);margin-top:.05rem;white-space:pre}
.mine .meta{color:light-dark(#56557a,#b2b5d8)}
.status .icon{width:1.15em;height:1.15em;stroke-width:2.2}
.status.read{color:var(--accent)}
.gone{color:var(--soft);font-style:italic}
.forwarded,.priority{font-size:.78rem;color:var(--soft);display:flex;align-items:center;gap:.3em}
.priority{color:var(--amber);font-weight:600}
.quote{display:grid;text-align:start;width:100%;border-left:3px solid var(--accent);background:light-dark(#0000000a,#ffffff0f);border-radius:8px;padding:.3rem .6rem;margin:.15rem 0 .3rem;min-width:0}
.quote-name{font-size:.78rem;font-weight:640;color:var(--accent)}
.quote-text{font-size:.85rem;color:var(--soft);overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.mine .quote-text{color:light-dark(#56557a,#b2b5d8)}
.media{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.7rem;align-items:center;border-radius:12px;background:light-dark(#0000000d,#ffffff12);padding:.6rem .8rem;margin:.2rem 0;min-width:min(15rem,60vw)}
.media >.icon{grid-row:1 / 3;width:1.7rem;height:1.7rem;color:var(--accent);stroke-width:1.5}
.media-name{font-weight:560;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;align-self:end}
.media-detail{font-size:.78rem;color:light-dark(#57534e,#b2b5c4);align-self:start;grid-column:2}
.media.image{width:min(22rem,62vw);max-height:18rem;grid-template-columns:1fr;align-content:center;justify-items:center;text-align:center;background:light-dark(#dfe4f3,#2a2e42);background-image:linear-gradient(135deg,#ffffff30,#00000018)}
.media.image >.icon{grid-row:auto;width:2.2rem;height:2.2rem}
.media.image .media-detail{grid-column:1}
.media.image .media-name{max-width:100%}
.media.audio{display:flex}
.wave{width:9rem;height:1.6rem;fill:var(--accent);opacity:.75}
.media.audio span{font-size:.8rem;margin-left:auto}
.preview{border-left:3px solid var(--line);padding-left:.6rem;margin-top:.3rem;display:grid;font-size:.88rem;overflow-wrap:anywhere}
.preview span{color:var(--soft)}
.reactions{display:flex;flex-wrap:wrap;gap:.25rem;margin:-.15rem .4rem .1rem;position:relative}
.reaction{display:inline-flex;gap:.3em;align-items:center;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.05em .5em;font-size:.85rem;color:inherit}
.reaction.mine{border-color:var(--accent);background:var(--tint)}
.reaction span{font-size:.78rem;font-weight:600}
.toolbar{position:absolute;top:-1.2rem;right:.2rem;display:flex;background:var(--raised);border:1px solid var(--line);border-radius:12px;padding:.1rem;box-shadow:var(--shadow);z-index:2;opacity:0;pointer-events:none}
.mine .toolbar{right:auto;left:.2rem;transform:translateX(min(0px,100% - 10rem))}
.row:hover .toolbar,.row:focus-within .toolbar{opacity:1;pointer-events:auto}
.toolbar .icon-button{width:1.95em;height:1.95em}
.picker{position:absolute;bottom:calc(100% + .3rem);left:50%;transform:translateX(-50%);display:flex;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.2rem .4rem;box-shadow:var(--shadow);font-size:1.25rem}
.picker button{padding:.1em .25em;border-radius:10px}
.picker button:hover{background:var(--hover)}
.row.system{text-align:center}
.row.system p span{display:inline-block;font-size:.8rem;color:var(--soft);padding:.15rem .8rem;overflow-wrap:anywhere;max-width:100%;max-height:4.5em;overflow:clip}
.row.system:focus-visible p{outline:2px solid var(--accent);border-radius:10px}
.day{display:flex;justify-content:center;margin:.9rem 0 .5rem}
.day span{font-size:.78rem;font-weight:600;color:var(--soft);background:var(--hover);border-radius:99px;padding:.15rem .8rem}
.unread-line{display:flex;align-items:center;gap:.8rem;color:var(--bad);font-size:.78rem;font-weight:650;margin:.6rem 0 .4rem}
.unread-line::before,.unread-line::after{content:"";flex:1;height:1px;background:currentColor;opacity:.4}
.flash .bubble{animation:flash 1.6s}
@keyframes flash{30%{background:var(--amber-tint)}}
.skeleton{overflow:hidden}
.ghost{width:min(22rem,50vw);height:2.6rem;border-radius:18px;background:var(--hover)}
.outbox{max-height:40vh;overflow-y:auto;flex:none}
.outbox .row:last-child{padding-bottom:.5rem}
.pending .bubble{opacity:.7}
.failure{color:var(--bad);font-size:.82rem}
.newest{position:absolute;right:max(1.2rem,calc(50% - 25rem));bottom:5rem;display:flex;gap:.4rem;align-items:center;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.5rem;box-shadow:var(--shadow);font-size:.85rem;font-weight:600;z-index:3}
.newest[hidden]{display:none}
.newest span:not(:empty){padding-right:.4rem}
.composer{padding:.6rem max(1rem,calc(50% - 25rem)) max(.8rem,env(safe-area-inset-bottom))}
.composer form{display:flex;align-items:flex-end;gap:.4rem;background:var(--raised);border:1px solid light-dark(#8f8b84,#6d6e76);border-radius:22px;padding:.3rem .35rem .3rem .9rem}
.composer form:focus-within{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
.composer textarea{flex:1;border:0;background:none;resize:none;padding:.35rem 0;outline:none;max-height:220px;line-height:1.45}
.send{width:2.3em;height:2.3em;border-radius:50%;background:var(--strong);color:#fff;display:grid;place-items:center;flex:none}
.composer-closed{color:var(--soft);font-size:.88rem;display:flex;gap:.5rem;justify-content:center;align-items:center;padding:.5rem}
.composer-banner{display:flex;gap:.7rem;align-items:center;padding:.5rem max(1rem,calc(50% - 25rem)) 0;color:var(--soft)}
.composer-banner[hidden]{display:none}
.composer-banner div{flex:1;min-width:0;display:grid;color:var(--ink);font-size:.88rem}
.details{display:grid;gap:.2rem;max-height:60vh;overflow-y:auto;overflow-wrap:anywhere}
.plain time{color:var(--soft);font-size:.8rem}
@media (max-width:760px){
.shell{grid-template:minmax(0,1fr) auto / minmax(0,1fr)}
.rail{flex-direction:row;order:2;border:0;border-top:1px solid var(--line);width:auto;padding:.3rem .4rem max(.3rem,env(safe-area-inset-bottom));justify-content:space-around;background:var(--panel)}
.rail a{padding:.25rem .7rem;min-width:3.4rem}
.rail .spacer{display:none}
.chat{grid-template-columns:minmax(0,1fr)}
.list{border:0}
.chat.open .list,.chat:not(.open) .talk-pane{display:none}
.back{display:inline-grid;margin-left:-.5rem}
.talk-head{padding-right:.4rem;gap:.4rem}
.row,.composer{padding-left:.7rem;padding-right:.7rem}
.stack{max-width:86%}
.line .avatar,.no-avatar{width:1.8rem}
.line .avatar{height:1.8rem}
.line{gap:.45rem}
}
@media (prefers-reduced-motion:no-preference){.conversation,.icon-button{transition:background-color .12s}}
@media (prefers-reduced-motion:reduce){*{animation:none !important;transition:none !important}}
.proof,.log,.operator{height:100%;overflow-y:auto;padding:1.6rem max(1.2rem,calc(50% - 34rem)) 3rem;display:grid;gap:1.2rem;align-content:start}
.proof >header p,.operator >header p{color:var(--soft);margin-top:.3rem;max-width:44rem}
.desk{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem;align-items:stretch}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1.1rem 1.2rem;display:grid;gap:.6rem;align-content:start;justify-items:start;min-width:0}
.panel p{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.panel form{display:grid;gap:.5rem;width:100%;justify-items:start}
.panel textarea,.panel .field,.panel .field input{width:100%}
.panel textarea{font-family:var(--mono);font-size:.8rem}
.panel label.secondary{cursor:pointer}
.panel input:focus-visible + label{outline:2px solid var(--accent);outline-offset:2px}
.drop{border-style:dashed;border-color:light-dark(#a7a29a,#5b5c65)}
.drop.over{background:var(--tint);border-color:var(--accent)}
.mark{display:flex;gap:.4rem;align-items:flex-start;font-weight:560}
.panel .mark.good{color:var(--good)}.panel .mark.amber{color:var(--amber)}.panel .mark.bad{color:var(--bad)}
.results{display:grid;gap:1rem}
.verdict{border-radius:18px;padding:1.2rem 1.4rem 1.3rem;background:var(--panel);border:1px solid var(--line);border-left:6px solid var(--soft);display:grid;gap:.8rem;overflow-wrap:anywhere;min-width:0}
.verdict header{display:flex;gap:.7rem;align-items:center}
.verdict header .icon{width:2rem;height:2rem}
.verdict .file{color:var(--soft);font-size:.82rem}
.verdict .claim{font-size:1.08rem;font-weight:560}
.verdict.good{border-left-color:var(--good)}.verdict.good header{color:var(--good)}
.verdict.amber{border-left-color:var(--amber)}.verdict.amber header{color:var(--amber)}
.verdict.bad{border-left-color:var(--bad)}.verdict.bad header{color:var(--bad)}
.content{background:var(--hover);border-radius:10px;padding:.7rem;white-space:pre-wrap;max-height:16rem;overflow:auto;font-family:var(--mono);font-size:.85rem;margin:0}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0;font-size:.9rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.limits{list-style:disc;padding-left:1.2rem;margin-top:.4rem;color:var(--soft)}
summary{cursor:pointer;font-weight:560}
figure{margin:0;max-width:27rem}
figcaption{font-size:.8rem;color:var(--soft);display:flex;gap:.4rem;align-items:center;flex-wrap:wrap}
.swatch{width:.8rem;height:.8rem;border-radius:4px;border:1.5px solid var(--accent)}
.swatch.lit{background:var(--strong)}
.tree,.growth{width:100%;display:block}
.tree text{font:12px var(--mono);text-anchor:middle;fill:var(--ink)}
.tree text.lit{fill:#fff;font-weight:600}
.tree rect.lit,.growth .lit{fill:var(--strong)}
.tree rect.given{fill:var(--panel);stroke:var(--accent);stroke-width:1.5}
.growth .given{fill:var(--tint)}
.tree path{fill:none;stroke-width:2}
.tree path.branch{stroke:light-dark(#bdb8af,#4a4b52)}
.tree path.lit{stroke:var(--strong);stroke-width:3.5}
.log-head{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}
.switch{display:flex;gap:.5rem;align-items:center;font-size:.9rem}
.filters{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.7rem;align-items:end}
.filters input{width:100%}
.chart{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1rem 1.2rem .8rem;min-height:10.5rem}
.histogram{width:100%;height:6rem;display:block}
.histogram rect{fill:light-dark(#aab6ee,#5566c8)}
.histogram rect.lit{fill:var(--amber)}
.span{width:100%;margin:.2rem 0 0;padding:0}
.chart-label{font-size:.82rem;color:var(--soft);display:flex;justify-content:space-between;gap:1rem}
.scan{font-size:.85rem;color:var(--soft)}
.events{background:var(--panel);border:1px solid var(--line);border-radius:18px;overflow:clip}
.events:empty{display:none}
.events li + li{border-top:1px solid var(--line)}
.event{display:grid;grid-template-columns:5rem 12rem minmax(0,1fr) auto;gap:.8rem;width:100%;padding:.5rem 1.1rem;text-align:start;align-items:baseline}
.event:hover,.event[aria-expanded=true]{background:var(--hover)}
.event:focus-visible{outline-offset:-2px}
.event .position{font-variant-numeric:tabular-nums;color:var(--soft);text-align:end}
.event .type{font-weight:600;overflow:hidden;text-overflow:ellipsis}
.event .about{color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-height:1.5em}
.event time{font-size:.8rem;color:var(--soft);font-variant-numeric:tabular-nums}
.event-details{padding:.8rem 1.2rem 1.2rem;display:grid;gap:.9rem;background:var(--hover);overflow-wrap:anywhere}
.event-details pre,.source pre{margin:.4rem 0 0;padding:.7rem .9rem;border-radius:10px;background:var(--panel);font:.8rem/1.5 var(--mono);overflow:auto;max-height:20rem;white-space:pre-wrap;overflow-wrap:anywhere}
.event-actions{display:flex;gap:1.2rem;flex-wrap:wrap}
form.why{display:grid;gap:.5rem;justify-items:start;max-width:26rem}
form.why .field,form.why input{width:100%}
.because ul{list-style:disc;padding-left:1.1rem}
.source{font-size:.85rem;color:var(--soft);width:100%}
dialog:has(.source){width:min(56rem,94vw)}
dialog .source pre{background:var(--paper);max-height:45vh}
dialog .source pre:first-child{max-height:8rem}
.past{display:grid;grid-template-rows:auto minmax(0,1fr);height:100%}
.past-head,.as-of{display:flex;gap:1rem;align-items:end;padding:.7rem 1.2rem;border-bottom:1px solid var(--line);background:var(--panel)}
.as-of{flex:none;min-height:4.7rem}
.dated .as-of{background:var(--amber-tint)}
.operator p.dated:empty{display:none}
.cards [inert],.cards [inert] button{opacity:.5}
.sliders{flex:1;display:flex;gap:1.5rem;min-width:0}
.slider{flex:1;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.3rem;align-items:center;min-width:0}
.slider output{font-weight:600;font-variant-numeric:tabular-nums;font-size:.9rem}
.slider [type=range]{grid-area:2 / 1 / 3 / 3;padding:0;min-width:0}
.slider [type=datetime-local]{grid-area:1 / 2;padding:.1em .4em;font-size:.85rem}
.moments{display:grid;grid-template-columns:minmax(0,1fr);min-height:0}
.moments.n2{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,42%) minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .list{border-bottom:1px solid var(--line)}
.moments.n2 .list-tools{display:none}
.moments.n2 .moment + .moment{border-left:2px solid var(--line)}
.moment{min-height:0;min-width:0}
.conversation.differs,.row.differs{background:var(--amber-tint)}
.row .difference{position:absolute;top:.1rem;right:.6rem}
.row.mine .difference{right:auto;left:.6rem}
.as-of button:disabled{visibility:hidden}
.conversation.differs.selected{box-shadow:inset 0 0 0 2px var(--accent)}
.difference{font-size:.72rem;font-weight:650;color:var(--amber);flex:none}
details.why{font-size:.8rem;color:var(--soft);padding:0 .4rem}
details.unseen{width:fit-content;max-width:100%;margin:.4rem auto;padding:.3rem .8rem;border:1px dashed var(--line);border-radius:12px;text-align:start;overflow-wrap:anywhere}
details.unseen li{padding-top:.3rem}
details.memberships{padding:.6rem 1.2rem;border-top:1px solid var(--line);overflow-y:auto;max-height:40%;flex:none}
details.memberships li{padding-top:.3rem}
details.why summary{font-weight:400}
@media (max-width:760px){
.event{grid-template-columns:auto minmax(0,1fr) auto}
.event .about{grid-column:1 / 4;grid-row:2}
.past-head,.as-of,.sliders{flex-direction:column;align-items:stretch;gap:.5rem}
.as-of button:disabled,.slider .when{display:none}
.moments.n2{grid-template-columns:minmax(0,1fr);grid-auto-rows:minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .moment + .moment{border-left:0;border-top:2px solid var(--line)}
}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:.8rem}
.tile{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:.9rem 1.1rem;display:grid;gap:.15rem;min-width:0;align-content:start}
.tile span,.tile small{color:var(--soft);font-size:.82rem}
.tile b{font-size:1.15rem;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.plot{width:100%;height:1.8rem;margin-top:.3rem;fill:light-dark(#aab6ee,#5566c8)}
.plot polyline{fill:none;stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke}
.cards{columns:26rem;column-gap:1rem}
.views{max-height:20rem;overflow-y:auto;width:100%}
.cards >*{break-inside:avoid;margin-bottom:1rem;width:100%}
.rows-list{width:100%;display:grid;gap:.5rem}
.rows-list li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center}
.rows-list li >div:first-child{flex:1 1 14rem;min-width:0;overflow-wrap:anywhere}
.panel h3{margin:.4rem 0 0}
.rows-list small{display:block;color:var(--soft)}
.rows-list small,.rows-list b,.plain li,.toast{overflow:clip}
.rows-list b{display:inline-block;max-width:100%;vertical-align:top}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:560;padding:.3rem .6rem .3rem 0}
thead th{color:var(--soft);font-size:.8rem}
td{padding:.3rem .6rem .3rem 0}
tbody tr{border-top:1px solid var(--line)}
.state{border-radius:99px;padding:.1em .6em;font-size:.78rem;font-weight:600;background:var(--hover);color:var(--soft)}
.state.served,.state.ready{background:var(--good-tint);color:var(--good)}
.state.failing,.state.running{background:var(--amber-tint);color:var(--amber)}
.state.parked,.state.failed{background:var(--bad-tint);color:var(--bad)}
progress{width:100%;height:.5rem}
.receipt{background:var(--good-tint);border-radius:12px;padding:.7rem .9rem;width:100%}
@media (max-width:760px){.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (min-width:2400px){
.chat{grid-template-columns:26rem minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,1fr) / 24rem minmax(0,1fr)}
.moments.n2 .list{border-bottom:0}
.log,.operator{padding-inline:max(1.2rem,calc(50% - 52rem))}
}
</style>
</head>
<body>
<div id="app"></div>
<script type="module">function h(name,aa,...z){const[bF,...aR]=name.split(".");const k=document.createElement(bF||"div");if(aR.length)k.className=aR.join(" ");for(const[p,j]of Object.entries(aa??{})){if(j===undefined||j===null||j===false)continue;if(p.startsWith("on"))k.addEventListener(p.slice(2),j);else if(p==="value"||p==="checked"||p==="disabled")k[p]=j;else k.setAttribute(p,j===true?"":j);}bO(k,z);return k;}function bO(k,z){for(const L of z){if(Array.isArray(L))bO(k,L);else if(L!==undefined&&L!==null&&L!==false)k.append(L);}}function bT(k,...z){k.replaceChildren();bO(k,z);return k;}function cp(parent,ch){let ag=parent.firstChild;for(const L of ch){if(L===ag)ag=ag.nextSibling;else parent.insertBefore(L,ag);}while(ag){const cj=ag.nextSibling;ag.remove();ag=cj;}}const am=(name,aa={},...z)=>{const k=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[p,j]of Object.entries(aa))k.setAttribute(p,j);k.append(...z);return k;};const cn={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",code:"M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};function aZ(name,O){const B=am("svg",{viewBox:"0 0 24 24",class:"icon"},am("path",{d:cn[name]}));if(O){B.setAttribute("role","img");B.setAttribute("aria-label",O);}else{B.setAttribute("aria-hidden","true");}return B;}const cm=(name,O,onclick,bz={})=>h("button.icon-button",{type:"button",title:O,"aria-label":O,onclick,...bz},aZ(name));const bp=new Intl.Segmenter();function aI(id,name,{online:cf}={}){let bs=0;for(const bk of id??"")bs=(bs*31+bk.charCodeAt(0))>>>0;const K=(name??"").trim().split(/\s+/).filter(Boolean);const w=(bj)=>[...bp.segment(bj)][0]?.segment??"";const bL=K.length>1?w(K[0])+w(K.at(-1)):w(K[0]??"?");return h(`span.avatar.tone${bs%12}`,{"aria-hidden":"true"},h("span.letters",{},bL.toLocaleUpperCase()),cf?h("span.dot"):null);}function cy(aU){const[w,A]=aU.avatars??[];return aU.kind==="direct"||!A?aI(w?.user??aU.conversation,w?.name??aU.title,{online:aU.kind==="direct"&&aU.online}):h("span.pair",{},aI(w.user,w.name),aI(A.user,A.name));}const bn=navigator.language||"en";const aA=new Map();function af(aT){const p=JSON.stringify(aT);if(!aA.has(p))aA.set(p,new Intl.DateTimeFormat(bn,aT));return aA.get(p);}const ae=(F)=>{const bu=new Date(F);return bu.getFullYear()*10_000+bu.getMonth()*100+bu.getDate();};const ck=(F)=>af({hour:"2-digit",minute:"2-digit"}).format(F);const cc=(F)=>af({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(F);function cM(F){const bG=ae(Date.now());if(ae(F)===bG)return"Today";if(ae(F+86_400_000)===bG)return"Yesterday";const ba=new Date(F).getFullYear()===new Date().getFullYear();return af({weekday:"long",day:"numeric",month:"long",year:ba?undefined:"numeric"}).format(F);}function cL(F){if(ae(F)===ae(Date.now()))return ck(F);const bv=(Date.now()-F)/86_400_000;if(bv>=0&&bv<6)return af({weekday:"short"}).format(F);return af({day:"numeric",month:"short",year:bv>300?"2-digit":undefined}).format(F);}const s=(j)=>j.toLocaleString(bn);const cG=(j,bj,ct=`${bj}s`)=>`${s(j)} ${j===1?bj:ct}`;function g(j){for(const bC of["B","KiB","MiB","GiB"]){if(j<1024||bC==="GiB")return`${j<10&&bC!=="B"?j.toFixed(1):Math.round(j)} ${bC}`;j/=1024;}}const cJ=(id)=>(id??"").slice(0,8);const aD=(name,K,...bz)=>h("div.nothing",{},aZ(name),h("h1",{},K),bz);const cH=(k)=>k.dispatchEvent(new Event("grown",{bubbles:true}));function cI(aN,ap){let bi;const bP=(...K)=>{clearTimeout(bi);bi=setTimeout(()=>ap(...K),aN);};bP.stop=()=>clearTimeout(bi);return bP;}function cD({title,text:i,fields:V=[],action:ap="OK",danger:bR=false}){return new Promise((bN)=>{const id=`d${Math.random().toString(36).slice(2)}`;const aM=V.map((q)=>({field:q,input:q.options?h("select",{name:q.name},q.options.map(([j,O])=>h("option",{value:j},O))):h(q.long?"textarea":"input",{name:q.name,type:q.long?undefined:q.type??"text",value:q.value??"",required:q.required,placeholder:q.hint,autocomplete:"off",rows:q.long?3:undefined,}),}));const T=h("dialog",{"aria-labelledby":id},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const Y=Object.fromEntries(aM.map(({field:q,input:N})=>[q.name,N.value.trim()]));bw(Y);}},h("h2",{id},title),typeof i==="string"?h("p",{},i):i,aM.map(({field:q,input:N})=>h("label.field",{},h("span",{},q.label),N)),h("div.buttons",{},ap!=="Close"&&h("button",{type:"button",onclick:()=>bw()},"Cancel"),h(`button.primary${bR?".danger":""}`,{type:"submit"},ap))));const bw=(Y)=>{T.close();T.remove();bN(Y);};T.addEventListener("cancel",()=>bw());document.body.append(T);T.showModal();(aM[0]?.input??T.querySelector("button")).focus();});}async function askReason(aV){if(aV.reason)return true;const Y=await cD({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});aV.reason=Y?.reason;return Y!==undefined;}function cK(i,t=""){const H=document.getElementById("toasts");const k=h(`div.toast${t&&`.${t}`}`,{},i);H.append(k);setTimeout(()=>k.remove(),6_000);}const ay=new TextEncoder();const bK=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});class bD extends Error{}const f=(bM)=>{throw new bD(bM);};async function canVerify(){if(!globalThis.crypto?.subtle)return false;try{await crypto.subtle.importKey("raw",new Uint8Array(32).fill(1),"Ed25519",false,["verify"]);return true;}catch(M){return M.name==="DataError";}}const aK=async(...al)=>new Uint8Array(await crypto.subtle.digest("SHA-256",bY(...al)));function bY(...al){const g=new Uint8Array(al.reduce((bs,ai)=>bs+ai.length,0));let H=0;for(const ai of al){g.set(ai,H);H+=ai.length;}return g;}const ao=(a,b)=>a.length===b.length&&a.every((ad,n)=>ad===b[n]);const bV=(g)=>Array.from(g,(ad)=>ad.toString(16).padStart(2,"0")).join("");const aJ=(g)=>btoa(Array.from(g,(ad)=>String.fromCharCode(ad)).join(""));function D(i,length){if(!/^[A-Za-z0-9+/]*={0,2}$/.test(i)||i.length%4)f("A value is not base 64.");const g=Uint8Array.from(atob(i),(c)=>c.charCodeAt(0));if(aJ(g)!==i)f("A value is not the one form of base 64.");if(length!==undefined&&g.length!==length)f(`A value has ${g.length} bytes, not ${length}.`);return g;}function aw(i){if(!/^(0|[1-9]\d{0,15})$/.test(i))f("A number is not decimal.");const j=Number(i);if(!Number.isSafeInteger(j))f("A number is too large.");return j;}const bZ=(m)=>aK(new Uint8Array([0]),m);const ah=(by,be)=>aK(new Uint8Array([1]),by,be);async function readKey(i){const I=/^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(i.trim());if(!I)f("This is no key; a key is NAME+ID+BASE64.");const g=D(I[3],33);if(g[0]!==1)f("The key is not an Ed25519 key.");const id=(await aK(ay.encode(`${I[1]}\n`),g)).slice(0,4);if(bV(id)!==I[2])f("The key's id does not fit the key.");return{name:I[1],id,bytes:g.slice(1),text:I[0]};}async function readCheckpoint([av,ac],p){if(av===undefined||ac===undefined)f("The checkpoint is not whole.");const o=av.split("\n");if(o.length<3||o[0]==="")f("The checkpoint has no origin, size and root.");const e={origin:o[0],size:aw(o[1]),root:D(o[2],32),isSigned:false,text:`${av}\n\n${ac}\n`,};const bE=ac.split("\n");if(bE.length>100)f("The checkpoint has more than 100 signatures.");for(const cx of bE){const I=/^— (\S+) (\S+)$/.exec(cx);if(!I)f("A line of the checkpoint is no signature.");const g=D(I[2]);if(g.length<5)f("A signature is too short.");if(!p||I[1]!==p.name||!ao(g.slice(0,4),p.id))continue;const bx=await crypto.subtle.importKey("raw",p.bytes,"Ed25519",false,["verify"]).catch(()=>f("The key is no point of Ed25519."));const bW=g.length===68&&(await crypto.subtle.verify("Ed25519",bx,g.slice(4),ay.encode(`${av}\n`)));if(!bW)f("The signature of the checkpoint is not by the key.");e.isSigned=true;}if(p&&!e.isSigned)f(`The checkpoint is not signed by the key ${p.name}.`);return e;}async function rootOf(bb,ak,bg,X){if(ak>=bg)f("The event is not within the size of the checkpoint.");let[W,sn,ab]=[ak,bg-1,bb];const J=[{hash:bb}];for(const Z of X){if(sn===0)f("The path has too many hashes.");const aB=W%2===1||W===sn;ab=aB?await ah(Z,ab):await ah(ab,Z);J.push({sibling:Z,side:aB?"left":"right",hash:ab});if(aB)while(W%2===0&&W!==0)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}if(sn!==0)f("The path has too few hashes.");return{root:ab,steps:J};}const bJ=(ab,e)=>{if(!ao(ab,e.root))f("The path does not lead to the root that was signed.");};async function checkGrowth(u,E,X){if(u.origin!==E.origin)f("The two checkpoints are of different logs.");if(u.size<1||u.size>E.size)f("The older size is 0 or beyond the newer one.");if(u.size===E.size){if(X.length)f("Equal sizes need no hashes.");if(!ao(u.root,E.root))f("Two roots of one size: two histories were shown.");return;}const aP=[...X];let ce=u.size;while(ce%2===0)ce/=2;if(ce===1)aP.unshift(u.root);if(!aP.length)f("The proof has too few hashes.");let[W,sn]=[u.size-1,E.size-1];while(W%2===1)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];let[w,A]=[aP[0],aP[0]];for(const Z of aP.slice(1)){if(sn===0)f("The proof has too many hashes.");if(W%2===1||W===sn){w=await ah(Z,w);A=await ah(Z,A);while(W%2===0&&W!==0)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}else{A=await ah(A,Z);}[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}if(sn!==0)f("The proof has too few hashes.");if(!ao(w,u.root))f("The older root is not where the proof begins.");if(!ao(A,E.root))f("The newer log does not begin with the older one.");}function V(g){const aF=[];let H=0;const aQ=()=>{let[j,bf]=[0n,0n];for(;;){if(H>=g.length||bf>63n)f("An envelope is cut off.");const ad=g[H++];j|=BigInt(ad&0x7f)<<bf;if(ad<0x80)return j;bf+=7n;}};while(H<g.length){const bF=Number(aQ());const t=bF%8;let j;if(t===0)j=aQ();else if(t===1||t===5||t===2){const length=t===1?8:t===5?4:Number(aQ());if(H+length>g.length)f("An envelope is cut off.");j=g.subarray(H,(H+=length));}else f("An envelope has a field of an unknown kind.");aF.push({number:Math.floor(bF/8),kind:t,value:j});}return aF;}function bo(m){const aG=V(m).filter((q)=>q.number===10);if(aG.length!==1||aG[0].kind!==2||aG[0].value.length!==32)f("The event has no seal of a content.");return aG[0].value;}function aO(m,s){const aH=V(m).filter((q)=>q.number>=16);if(aH.length!==1||aH[0].number!==s||aH[0].kind!==2)return undefined;return aH[0].value;}class aj{constructor(C){this.lines=C.split("\n");this.place=0;}take(name){const aC=this.lines[this.place++]??"";if(!aC.startsWith(`${name} `))f(`A line "${name}" is missing.`);return aC.slice(name.length+1);}peek(name){return this.lines[this.place]?.startsWith(`${name} `);}hashes(cw){const aE=this.lines.slice(this.place);this.place=this.lines.length;if(aE.length>cw)f("There are too many hashes.");return aE.map((aC)=>D(aC,32));}}const G=(i)=>{const g=D(i);if(g.length<1||g.length>32_768)f("An envelope has 1 byte to 32 KiB.");return g;};async function check(g,p){if(g.length>6_000_000)f("The file is too large for this page; use scrollback check.");let i;try{i=bK.decode(g);}catch{f("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");}if(/[\0-\x09\x0b-\x1f]/.test(i))f("The file has a control character.");if(!i.endsWith("\n"))f("The last line has no end.");const l=i.slice(0,-1).split("\n\n");if(l.some((C)=>C===""||C.startsWith("\n")||C.endsWith("\n"))){f("The file has empty lines where none belong.");}const t=l[0].split("\n",1)[0];const P=cl[t];if(P){if(P.paragraphs&&l.length!==P.paragraphs)f("The file has too few or too many parts.");return{kind:P.kind,...(await P.check(l,p))};}if(l.length!==2)f("The first line names no kind of proof.");return{kind:"checkpoint",checkpoint:await readCheckpoint(l,p)};}async function inclusion(o,e,m){const ak=aw(o.take("index"));const X=o.hashes(63);const bb=await bZ(m);const{root:ab,steps:J}=await rootOf(bb,ak,e.size,X);bJ(ab,e);return{index:ak,position:ak+1,steps:J,envelope:m};}const cl={"c2sp.org/tlog-proof@v1":{kind:"inclusion",paragraphs:3,async check([an,...aE],p){const e=await readCheckpoint(aE,p);const o=new aj(an.slice(an.indexOf("\n")+1));if(!o.peek("extra"))f("The file has no envelope.");const m=G(o.take("extra"));return{checkpoint:e,...(await inclusion(o,e,m))};},},"scrollback-consistency/v1":{kind:"consistency",paragraphs:5,async check([an,a,b,c,d],p){const u=await readCheckpoint([a,b],p);const E=await readCheckpoint([c,d],p);const o=an.split("\n").slice(1);if(o.length>64)f("There are too many hashes.");await checkGrowth(u,E,o.map((aC)=>D(aC,32)));return{older:u,checkpoint:E};},},"scrollback-disclosure/v1":{kind:"disclosure",paragraphs:4,async check([an,bd,...aE],p){const e=await readCheckpoint(aE,p);const o=new aj(an.slice(an.indexOf("\n")+1));const cz=D(o.take("salt"),16);const S=D(o.take("content"));const m=G(o.take("envelope"));if(o.place!==o.lines.length)f("The first part has further lines.");if(!bd.startsWith("c2sp.org/tlog-proof@v1\n"))f("The proof within is missing.");const aF=await inclusion(new aj(bd.slice(bd.indexOf("\n")+1)),e,m);const cs=await crypto.subtle.importKey("raw",cz,{name:"HMAC",hash:"SHA-256"},false,["sign"]);const cA=await crypto.subtle.sign("HMAC",cs,bY(ay.encode("scrollback/content/1"),S));if(!ao(new Uint8Array(cA),bo(m)))f("The content is not the one that was sealed.");return{checkpoint:e,content:S,...aF};},},"scrollback-erasure/v1":{kind:"erasure",async check(l,p){const e=await readCheckpoint(l.slice(-2),p);const w=new aj(l[0].slice(l[0].indexOf("\n")+1));const bl=aw(w.take("copies"));if(bl>100||l.length!==bl+4)f("The file has too few or too many parts.");const U=G(w.take("erased"));const aL=await inclusion(w,e,U);const A=new aj(l[1]);const R=G(A.take("erasure"));const az=await inclusion(A,e,R);bo(U);if(aL.index>=az.index)f("The erasure is not behind the erased event.");const av=aO(R,22)??f("The second event is no erasure.");const bc=V(av).filter((q)=>q.number===1).some(({kind:t,value:j})=>{if(t!==2)f("A range of the erasure is not readable.");const al=V(j);const aS=(s)=>al.filter((ai)=>ai.number===s);if([1,2].some((n)=>aS(n).length>1||aS(n).some((ai)=>ai.kind!==0)))f("A range of the erasure is not readable.");const[from,length]=[aS(1)[0]?.value??0n,aS(2)[0]?.value??0n];const Q=BigInt(aL.position);return from>=1n&&length>=1n&&Q>=from&&Q<from+length;});if(!bc)f("The erasure does not name the event.");const u=[];for(const C of l.slice(2,-2)){const o=new aj(C);const m=G(o.take("copy"));const bt=await inclusion(o,e,m);if(!aO(m,113))f("A copy is not the beginning of a copy of the keys.");if(bt.index>=az.index||bt.index<=(u.at(-1)?.index??-1))f("The copies are not in the order of the log.");u.push(bt);}return{checkpoint:e,...aL,erasure:az,copies:u};},},};function bH(ar,e){if(!ar)return undefined;if(ar.origin!==e.origin){const[cv,cg]=[ar.origin,e.origin].map((origin)=>origin.split("/").slice(0,2).join("/"));return cv===cg?"restored":"other";}if(ar.size===e.size)return ao(ar.root,e.root)?"same":"forked";return ar.size<e.size?"newer":"older";}const bq=(g)=>bV(g).slice(0,8);function cC(J,Q,bg){const bh=58;const bm=J.length*bh+34;const[by,aq,be]=[92,200,308];const B=am("svg",{viewBox:`0 0 400 ${bm}`,class:"tree",role:"img","aria-label":`The path of event ${Q} to the root of ${bg} events, ${J.length-1} steps long`,});const cd=(x,y,Z,t)=>[am("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:t}),Object.assign(am("text",{x,y:y+4.5,class:t}),{textContent:bq(Z)}),];J.forEach((aS,n)=>{const y=bm-24-n*bh;const aW=J[n+1];if(aW){const x=aW.side==="left"?by:be;B.append(am("path",{d:`M${x} ${y-14} C ${x} ${y-34} ${aq} ${y-26} ${aq} ${y-bh+14}`,class:"branch"}));B.append(am("path",{d:`M${aq} ${y-14} V ${y-bh+14}`,class:"lit"}));B.append(...cd(x,y,aW.sibling,"given"));}B.append(...cd(aq,y,aS.hash,n===0?"lit leaf":n===J.length-1?"lit root":"lit"));});return h("figure",{},B,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${s(Q)} up to the root `,h("span.swatch.given"),"given by the file"));}function bU(u,E){const co=Math.max(2,(u.size/E.size)*100);const cE=am("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${u.size} of ${E.size} events are unchanged`},am("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),am("rect",{x:0,y:12,width:co*4,height:26,rx:8,class:"lit"}));return h("figure",{},cE,h("figcaption",{},`The first ${s(u.size)} of ${s(E.size)} events are the same.`));}const bQ={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${s(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${s(r.position)} is in the log of ${s(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${s(r.checkpoint.size)} events begins with all of the log of ${s(r.older.size)}.`,disclosure:(r)=>`Event ${s(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${s(r.position)} had a content, and the erasure at ${s(r.erasure.position)} destroyed it.`,};const ca={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const K={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};const cu=(t,i)=>h(`p.mark.${t}`,{"data-mark":t},aZ(t==="good"?"sent":"warn"),i);async function judge(g,{key:p,pin:ar,name}={}){if(!(await canVerify())){return aX("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}let v;try{v=await check(g,p);}catch(M){if(!(M instanceof bD))throw M;return aX("bad",name,[h("p",{},M.message)]);}const br=bH(ar,v.checkpoint);if(br==="forked"){return aX("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}const{checkpoint:e}=v;return aX(p?"good":"amber",name,[h("p.claim",{},bQ[v.kind](v)),!p&&h("p",{},"Paste the log's public key, from another source than this server, to know who signed it."),v.content&&h("pre.content",{dir:"auto",tabindex:0},bB(v.content)),v.steps&&cC(v.steps,v.position,e.size),v.older&&bU(v.older,e),v.copies?.length>0&&h("p",{},`${v.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},e.origin),h("dt",{},"Size"),h("dd",{},s(e.size)),h("dt",{},"Root"),h("dd.mono",{},aJ(e.root)),h("dt",{},"Signed by"),h("dd",{},p?p.name:"unknown"),ar&&[h("dt",{},"Kept"),h("dd",{},bA[br])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},ca[v.kind].map((i)=>h("li",{},i)))),]);}const bA={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function bB(S){const i=new TextDecoder("utf-8").decode(S).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return i||bV(S);}function aX(t,name,z){const bc={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${t}`,{"data-verdict":t},h("header",{},aZ(bc[t]),h("div",{},h("h2",{},K[t]),name&&h("p.file",{dir:"auto"},name))),z);}class cq{key;pin;#d;constructor({store:au,changed:bI}){this.store=au;this.changed=bI;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const N=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(N.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),N,h("label.secondary",{for:"files"},"Choose files"));}watch(){const{signal}=(this.watching??=new AbortController());const on=(name,bX,cB)=>addEventListener(name,(event)=>{if(!event.dataTransfer.types.includes("Files"))return;event.preventDefault();this.drop.classList.toggle("over",bX);cB?.(event.dataTransfer.files);},{signal});on("dragover",true);on("dragleave",false);on("drop",false,(aY)=>this.take(aY));}end(){this.watching?.abort();}async begin(){const i=this.store?.getItem("scrollback-key");if(i)await this.#c(i).catch(()=>this.store.removeItem("scrollback-key"));await this.#a(this.store?.getItem("scrollback-pin"));this.draw();}async #c(i){this.key=await readKey(i);this.store?.setItem("scrollback-key",this.key.text);await this.#a(this.pin?.text);}async #b(i){const l=i.replace(/\n$/,"").split("\n\n");this.pin=await readCheckpoint(l,(await canVerify())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}async #a(i){if(i)await this.#b(i).catch((M)=>{this.pin={text:i,fault:M.message};});}get fault(){return this.pin?.fault&&cu("bad",`Your kept checkpoint does not stand: ${this.pin.fault}`);}async keep(i){await this.#b(i);this.draw();this.changed?.();}async forget(ci){this[ci]=undefined;this.store?.removeItem(`scrollback-${ci}`);await this.#a(this.pin?.text);this.draw();this.changed?.();}draw(){const P=(O,cr,cF)=>{const aD=h("p.problem",{role:"alert"});const N=h("textarea",{rows:2,placeholder:cr,spellcheck:"false","aria-label":O});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await cF(N.value);this.draw();this.changed?.();}catch(M){aD.textContent=M.message;}}},N,aD,h("button.secondary",{},"Use"));};bT(this.keyBox,h("h2",{},"Your key"),this.key?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]:[h("p",{},"The public key of the log, from another source than this server."),P("Public key","example.com/log+1dde4531+ATtq…",(i)=>this.#c(i))]);this.drawPin(P);}drawPin(P){if(!this.pin&&!P)return;bT(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin?[this.fault??[h("p",{},`${s(this.pin.size)} events`),h("p.mono",{},aJ(this.pin.root)),this.status],h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),P("Checkpoint","scrollback/…",(i)=>this.#b(`${i.trim()}\n`))]);}async take(aY){for(const bS of aY)await this.show(new Uint8Array(await bS.arrayBuffer()),bS.name);}async show(g,name){const cb=await judge(g,{key:this.key,pin:this.fault?undefined:this.pin,name:name??`checked ${cc(Date.now())}`});this.results.prepend(cb);return cb;}}let au;try{au=localStorage;}catch{au=undefined;}const ax=new cq({store:au});document.getElementById("app").append(h("main.proof",{},h("header",{},h("h1",{},"Check a proof"),h("p",{},"This page asks no server. It checks proofs of a Scrollback log with the key that you give it.")),h("div.desk",{},ax.keyBox,ax.pinBox,ax.drop),ax.results));ax.watch();ax.begin();
</script>
</body>
</html>

"""#
),
ConsoleFile(
    path: "/console/scrollback.js",
    type: "text/javascript; charset=utf-8",
    tag: #""41b4a7ceb50f1026e0181f6bec555bf9""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
const crypto=globalThis.crypto??(await import("node:crypto")).webcrypto;const P=8*1024*1024;const J=64*1024*1024;const C=30_000;export class ScrollbackError extends Error{constructor(aA,j,R={},K){super(j,K===undefined?undefined:{cause:K});this.name="ScrollbackError";this.code=aA;for(const name of["field","index","status","retryAfter","fork","until"]){if(R[name]!==undefined)this[name]=R[name];}}}export class Client{#o;#a;#i;#f;#k;#m;#d;#b;constructor({url,token:k,key,asUser:m,fetch=globalThis.fetch,readYourWrites=true,timeout=60_000,attempts=5,silence=45_000,}){if(k!==undefined&&key!==undefined){throw new TypeError("A client has a token or a key; give one of them.");}const y=new URL(url);if(y.username||y.password||y.search||y.hash){throw new TypeError("The url has neither a name, a password, a query nor a fragment.");}this.#o=y.href.replace(/\/$/,"");this.#a=k??key;this.#k=(...ay)=>fetch(...ay);this.#m=m;this.#d={readYourWrites,timeout,attempts,silence};}get position(){return this.#b;}async do(name,d={},{signal:b,asUser:m,idempotencyKey:p}={}){const g=this.#h(m,d);if(d.id===undefined){g["Idempotency-Key"]=p??ag();}else if(p!==undefined){g["Idempotency-Key"]=p;}const{ok,position:u}=await this.#q("commands",name,d,g,b);if(u&&(this.#b===undefined||ao(u,this.#b))){this.#b=u;}return ok;}async ask(name,d={},{signal:b,asUser:m,reason,atLeast:Q}={}){const g=this.#h(m,d);if(reason!==undefined)d={...d,reason};const L=this.#d.readYourWrites?this.#b:undefined;const aj=Q??L;if(aj!==undefined)g["Scrollback-At-Least"]=String(aj);try{return(await this.#q("queries",name,d,g,b)).ok;}catch(c){const at=c.field==="Scrollback-At-Least"||c.code==="otherEpoch";if(at&&Q===undefined&&this.#b===L)this.#b=undefined;throw c;}}send(f,j,l){const d=typeof j==="string"?{text:j}:j;return this.do("send",{...d,conversation:f},l);}markRead(f,d,l){return this.do("markRead",{...d,conversation:f},l);}conversations(d,l){return this.ask("conversations",d,l);}messages(f,d,l){return this.ask("messages",{...d,conversation:f},l);}unread(l){return this.ask("unread",{},l);}async*follow({since:al,conversation:f,signal:b,asUser:m}={}){const ak=new URLSearchParams({carrier:"ndjson"});if(f!==undefined)ak.set("conversation",f);const g={...this.#h(m),Accept:"application/x-ndjson"};let ae=al===undefined?undefined:String(al);let s=0;let h;let B=0;for(;;){b?.throwIfAborted();if(B>0)await am(B,b);const k=await this.#n(h,b);const e=new ah(b,this.#d.silence);const G=Date.now();try{const av=ae===undefined?g:{...g,"Last-Event-ID":ae};const a=await e.run(this.#k(`${this.#o}/v1/changes?${ak}`,{headers:H(av,k),signal:e.signal,cache:"no-store",}),);if(a.status===204)return;if(!a.ok)throw await failure(a,e);if(!/\bndjson\b/.test(a.headers.get("content-type")??"")){throw i(a.status);}let w=false;for await(const V of aw(a,e)){const event=X(V,a.status);if(!U.has(event.event))continue;if(!M(event.data))throw i(a.status);s=0;h=undefined;if(typeof event.id==="string")ae=event.id;e.rest();yield{event:event.event,id:event.id,data:event.data};e.touch();if(event.event==="closed"&&event.data.reason==="ended")return;w=event.event==="expired";if(w)break;}if(w){if(typeof this.#a!=="function")throw au();h=k;}s+=1;B=w&&Date.now()-G>1_000?0:N(Math.min(s+2,6));}catch(c){b?.throwIfAborted();if(this.#g(c,h)){h=k;B=0;continue;}if(!E(c))throw c;s+=1;B=(c.retryAfter??0)+N(Math.min(s,6));}finally{e.end();}}}#h(m=this.#m,d={}){return m===undefined||d.as!==undefined?{}:{"Scrollback-As":m};}async #n(h,b){if(typeof this.#a!=="function")return this.#a;if(this.#i===undefined||this.#i===h){this.#f??=(async()=>this.#a())().then((k)=>{this.#i=k;this.#f=undefined;},(c)=>{this.#f=undefined;throw c;},);await q(this.#f,b);}return this.#i;}#g(c,h){return(c.status===401&&h===undefined&&typeof this.#a==="function");}async #q(aC,name,d,g,b){if(!/^[A-Za-z]+$/.test(name))throw new TypeError("A name has letters only.");const body=JSON.stringify(d);let h;for(let A=1;;A+=1){b?.throwIfAborted();const k=await this.#n(h,b);const e=new ah(b,this.#d.timeout);try{const a=await e.run(this.#k(`${this.#o}/v1/${aC}/${name}`,{method:"POST",body,signal:e.signal,cache:"no-store",headers:H({...g,"Content-Type":"application/json"},k),}),);if(!a.ok)throw await failure(a,e);const Z=X(await text(a,e),a.status);if(!("ok"in Z))throw i(a.status);return{ok:Z.ok,position:a.headers.get("scrollback-position")};}catch(c){b?.throwIfAborted();if(this.#g(c,h)){h=k;continue;}const B=(c.retryAfter??0)+N(A);const ar=A>=this.#d.attempts||(c.retryAfter??0)>C;if(!E(c)||ar)throw c;await am(B,b);}finally{e.end();}}}}const U=new Set(["snapshot","change","caughtUp","reset","closed","expired"]);class ah{#c=new AbortController();#l;#e;#p;#j=()=>this.#c.abort(this.#l.reason);constructor(W,t){this.#l=W;this.#e=t;if(W?.aborted)this.#j();W?.addEventListener("abort",this.#j);this.touch();}get signal(){return this.#c.signal;}touch(){this.rest();this.#p=setTimeout(()=>{this.#c.abort(new ScrollbackError("timedOut","The server says nothing; ask again."));},this.#e);}rest(){clearTimeout(this.#p);}async run(aD){try{return await q(aD,this.signal);}catch(c){if(this.signal.aborted)throw this.signal.reason;throw new ScrollbackError("network","The server was not reached, or hung up.",{},c);}}end(){this.rest();this.#l?.removeEventListener("abort",this.#j);this.#c.abort();}}async function*ab(a,e){if(a.body===null)return;const ac=a.body.getReader();try{for(;;){const{done,value:r}=await e.run(ac.read());if(done)return;e.touch();yield r;}}finally{ac.cancel().catch(()=>{});}}async function*aw(a,e){let x=[];let z=0;for await(const D of ab(a,e)){let G=0;for(;;){const ai=D.indexOf(10,G);const O=D.subarray(G,ai<0?D.length:ai);z+=O.length;if(z>P){throw new ScrollbackError("answerTooLong","A line of the stream is longer than 8 MiB.");}x.push(O);if(ai<0)break;const V=aa(x,z,a.status);x=[];z=0;G=ai+1;if(V!=="")yield V;}}}async function text(a,e){const x=[];let z=0;for await(const D of ab(a,e)){z+=D.length;if(z>J){throw new ScrollbackError("answerTooLong","The answer is longer than 64 MiB.");}x.push(D);}return aa(x,z,a.status);}function aa(x,z,status){const v=new Uint8Array(z);let y=0;for(const O of x){v.set(O,y);y+=O.length;}try{return new TextDecoder("utf-8",{fatal:true,ignoreBOM:true}).decode(v);}catch(c){throw i(status,c);}}function X(aB,status){let r;try{r=JSON.parse(aB);}catch{throw i(status);}if(!M(r))throw i(status);return r;}function M(r){return typeof r==="object"&&r!==null&&!Array.isArray(r);}function au(){return new ScrollbackError("permissionDenied","The token or key is over; give another.",{status:401,});}function i(status,K){const j="The answer is not from scrollback serve; check the url.";return new ScrollbackError("invalidAnswer",j,{status},K);}async function failure(a,e){const status=a.status;let o={};try{o=X(await text(a,e),status);}catch(c){if(c.code!=="invalidAnswer"&&c.code!=="answerTooLong")throw c;}const aq=Number(a.headers.get("retry-after")??NaN)*1000;const F=[o.retryAfter,aq].find((n)=>Number.isFinite(n)&&n>=0);if(typeof o.code!=="string"){const j=`The answer has the status ${status} and no code of the contract.`;return new ScrollbackError("invalidAnswer",j,{status,retryAfter:F});}const j=[o.detail,o.message].find((text)=>typeof text==="string");return new ScrollbackError(o.code,j??o.code,{...o,status,retryAfter:F,});}function E(c){if(c.code==="network"||c.code==="timedOut")return true;return[429,502,503,504].includes(c.status);}function ao(u,L){const[af,Y]=[u,L].map((text)=>/^(?:(.*):)?(\d+)$/.exec(text));if(!af||!Y||af[1]!==Y[1])return true;return Number(af[2])>=Number(Y[2]);}function H(g,k){return k===undefined?g:{...g,Authorization:`Bearer ${k}`};}function ag(){if(crypto.randomUUID)return crypto.randomUUID();const v=crypto.getRandomValues(new Uint8Array(16));v[6]=(v[6]&0x0f)|0x40;v[8]=(v[8]&0x3f)|0x80;const ap=Array.from(v,(az)=>az.toString(16).padStart(2,"0")).join("");return ap.replace(/^(.{8})(.{4})(.{4})(.{4})/,"$1-$2-$3-$4-");}function N(A){return Math.min(200*2**A,C)*(0.5+Math.random()/2);}function am(t,b){let an;const ax=new Promise((I)=>{an=setTimeout(I,t);});return q(ax,b).finally(()=>clearTimeout(an));}function q(S,b){if(!b)return S;return new Promise((I,ad)=>{const T=()=>ad(b.reason);if(b.aborted)T();b.addEventListener("abort",T,{once:true});S.then(I,ad).finally(()=>b.removeEventListener("abort",T));});}

"""#
),
ConsoleFile(
    path: "/console/app.js",
    type: "text/javascript; charset=utf-8",
    tag: #""47ca064fa4e79c7ccf09c8795418c538""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as p,h,icon as U,iconButton as z,problem as Z,toast}from"./dom.js";import{claims,sentence as x,Session as N}from"./session.js";const a=new N();const Q=document.getElementById("app");const f={chat:{title:"Chat",icon:"chat",load:async()=>(await import("./chat.js")).ChatScreen},past:{title:"Past",icon:"past",load:async()=>(await import("./past.js")).PastScreen},log:{title:"Log",icon:"log",load:async()=>(await import("./log.js")).LogScreen,isOperators:true,isDated:true},proof:{title:"Proof",icon:"proof",load:async()=>(await import("./proof.js")).ProofScreen,isDated:true},operator:{title:"Operator",icon:"operator",load:async()=>(await import("./operator.js")).OperatorScreen,isOperators:true,isDated:true},};const E=(screen)=>!screen.isOperators||a.kind==="operator";function l(){const[name,t=""]=location.hash.slice(1).split("?");return{name:f[name]?name:undefined,parameters:Object.fromEntries(new URLSearchParams(t))};}function T(O,I=false,name=l().name??"chat"){const V=name===(l().name??"chat");const d=new URLSearchParams(V?l().parameters:{});for(const[aa,o]of Object.entries(O)){if(o===undefined)d.delete(aa);else d.set(aa,o);}const t=d.toString();const F=`#${name}${t?`?${t}`:""}`;if(F===location.hash)return;if(I)history.replaceState(null,"",F);else location.hash=F;}let b;let q;let n;const C=new Map();async function route(){const{name=a.kind==="operator"?"operator":"chat",parameters:d}=l();const screen=f[name];if(!E(screen))return T({},true,"chat"),route();for(const[Y,w]of C){if(Y===name)w.setAttribute("aria-current","page");else w.removeAttribute("aria-current");}if(b?.name!==name)L({name,turn:0});const c=b;const ae=(c.turn+=1);const R=a.asOf;a.asOf=screen.isDated&&a.kind==="operator"&&Number(d.asof)||undefined;try{if(!c.load){c.load=screen.load();const Screen=await c.load;if(b!==c)return;c.view=new Screen(a,T);document.title=name==="chat"?"Scrollback":`${screen.title} · Scrollback`;const D=screen.isDated&&a.kind==="operator"&&h("div.as-of");p(q,D,c.view.element);if(D)showBar(c,D).catch(()=>{});}if(a.asOf!==R)G(c,true);q.classList.toggle("dated",a.asOf!==undefined);c.bar?.(a.asOf);await c.view?.show(l().parameters);if(c.turn===ae)G(c,false);}catch(i){if(b===c)ac(i);}}function L(ad){b?.view?.end?.();b?.moment?.end();b=ad;}function G({view:J,moment:e},v){if(!J||(!v&&e?.isMoving))return;J.element.inert=v;J.element.setAttribute("aria-busy",String(v));}async function showBar(c,D){const[{Moment:P},{size:X}]=await Promise.all([import("./moment.js"),a.operate("state",{asOf:undefined})]);if(b!==c)return;const e=(c.moment=new P(a,{first:1,last:X},{label:"As of",held:()=>G(c,true),moved:(o)=>{T({asof:o===X?undefined:String(o)},true);route();},}));const ab=h("button.secondary",{type:"button",onclick:()=>T({asof:undefined})},"Now");c.bar=(j)=>{if(e.isMoving)return;ab.disabled=j===undefined;if(j===undefined)e.rest();else e.show(e.of(j)).catch(()=>{});};p(D,e.element,ab);c.bar(a.asOf);}function K(){n=h("div.connection",{role:"status"});q=h("main",{id:"main"});const af=h("nav.rail",{"aria-label":"Screens"},Object.entries(f).filter(([,screen])=>E(screen)).map(([name,screen])=>{const w=h("a",{href:`#${name}`},U(screen.icon),h("span",{},screen.title));C.set(name,w);return w;}),h("span.spacer"),z("out","Sign out",()=>a.signOut()));p(Q,h("a.skip",{href:"#main",onclick:(event)=>{event.preventDefault();q.querySelector("button, input, [tabindex='0'], a")?.focus();}},"Skip to the content"),h("div.shell",{},af,q),n);addEventListener("hashchange",route);s();route();compareKept().catch(()=>{});}async function compareKept(){if(a.kind!=="operator"||!localStorage.getItem("scrollback-pin"))return;const Screen=await f.proof.load();const status=await new Screen(a,T).begin();if(!status)return;const{mark:H}=status.dataset;C.get("proof").append(h(`span.kept.${H}`,{role:"img","aria-label":status.textContent,"data-kept":H}));if(H==="bad")toast(status.textContent,"bad");}function ac(i){L();a.check();p(q,Z("warn",x(i),h("button.secondary",{type:"button",onclick:route},"Try again")));}let y=false;function s(){const k=a.state==="lost";p(n,k&&[U("warn"),"The connection is lost. It comes back by itself."]);n.classList.toggle("lost",k);if(y&&!k){if(b)b.view?.mend?.();else route();}y=k;}function m({title,text,done}){const r=h("p.problem",{role:"alert"});const A=h("input",{name:"token",type:"password",autocomplete:"off",spellcheck:"false",required:true,"aria-describedby":"token-help"});const u=h("button.primary",{},"Sign in");return h("form.sign-in",{onsubmit:async(event)=>{event.preventDefault();const M=A.value.trim();u.disabled=true;r.textContent="";try{await a.signIn(M);done();}catch(i){r.textContent=i.status===401?claims(M)?.exp*1000<Date.now()?"This token has expired.":"The server does not know this token or key.":x(i);A.select();}finally{u.disabled=false;}}},h("h1",{},title),h("p",{id:"token-help"},text),h("label.field",{},h("span",{},"Token or key"),A),r,u);}a.addEventListener("expired",()=>{const g=h("dialog.expired",{"aria-label":"Sign in again"});g.append(m({title:"The token has expired",text:"Paste another one. You go on where you are.",done:()=>{},}));g.addEventListener("cancel",(event)=>event.preventDefault());a.addEventListener("token",()=>g.remove(),{once:true});document.body.append(g);g.showModal();});a.addEventListener("state",()=>n&&s());a.addEventListener("event",({detail:S})=>b?.view?.take?.(S));const W=await a.borrow();const B=W!==undefined&&(await a.signIn(W).then(()=>true,()=>false));if(B)K();else{p(Q,h("main.front",{},h("div.front-card",{},h("p.brand",{},"Scrollback"),m({title:"See the log",text:"A user's token shows that person's chats; the operator's key shows everything. It stays in the memory of this page.",done:K,}))));Q.querySelector("input").focus();f.chat.load().catch(()=>{});}

"""#
),
ConsoleFile(
    path: "/console/chat.js",
    type: "text/javascript; charset=utf-8",
    tag: #""7e154a8bcdb057aa08228ffef895d4f4""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,avatar,fill as g,h,icon as I,iconButton as o,later as x,problem as v,toast as A}from"./dom.js";import{List}from"./list.js";import{sentence as f}from"./session.js";import{showSource as y}from"./source.js";import{Talk}from"./talk.js";export class Chat{talk;constructor(k,{go:F,notes:s={},title:K="Chats"}){this.reader=k;this.go=F;this.notes=s;this.list=new List(k,{open:(d)=>F({c:d,n:undefined,m:undefined})});this.pane=h("div.talk-pane");this.search=h("input",{type:"search",placeholder:"Search","aria-label":"Search conversations",oninput:x(200,()=>this.#g())});this.filter=h("select",{"aria-label":"Which conversations",onchange:()=>this.#g()},["active","archived","former","hidden","all"].map((C)=>h("option",{value:C},C[0].toUpperCase()+C.slice(1))));this.heading=h("h1",{},K);this.element=h("div.chat",{},h("div.list",{},h("header.list-head",{},this.heading,o("code","JSON of the list",()=>y(k,...this.list.query)),k.mayWrite&&o("edit","New conversation",()=>this.#l())),h("div.list-tools",{},h("div.searching",{},I("search"),this.search),this.filter),this.list.element,s.list?.(this.list)),this.pane);if(k.asOf===undefined)this.list.addEventListener("total",()=>{if(!this.isOver)document.title=this.list.total?`(${this.list.total}) Scrollback`:"Scrollback";});if(s.drawn)this.list.addEventListener("drawn",s.drawn);this.#b();}end(){this.isOver=true;this.#e();}#e(){this.talk?.end();this.talk=undefined;}#b(){g(this.pane,h("div.nothing",{},I("chat"),h("p",{},"Choose a conversation.")));this.element.classList.remove("open");}#g(){this.list.filter(this.search.value,this.filter.value).catch((e)=>A(f(e),"bad"));}load(){return this.list.load();}async show({c,n,m}){if(this.talk?.conversation===c&&c!==undefined){if(n!==undefined&&n!==this.#k)this.talk.rows?.jump(Number(n),80);if(m!==undefined&&m!==this.#d)this.talk.show(m);this.#d=m;return;}this.#e();this.#f={c,n,m};this.list.select(c);if(c===undefined)return this.#b();this.element.classList.add("open");const z=(this.talk=new Talk(this.reader,c,{back:()=>this.go({c:undefined,n:undefined,m:undefined}),notes:this.notes,moved:x(300,(u)=>{if(this.talk!==z)return;this.#k=u===undefined?undefined:String(u);this.go({n:this.#k,m:undefined},true);}),}));g(this.pane,z.element);this.#d=m;try{await z.begin({ordinal:n===undefined?undefined:Number(n),message:m});}catch(e){if(this.talk!==z)return;this.#e();const t=e.code==="notFound"?"There is no such conversation for this person.":f(e);g(this.pane,v("warn",t,this.notes.unseen?.(c)));}}#k;#d;#f;take({event,data:w}){if(event==="snapshot"||event==="joined"){if(this.list.isLoaded)this.list.load().catch(()=>{});this.talk?.again();}else if(event==="change"){this.list.take(w);this.talk?.take(w);const j=w.type==="message"&&w.item;if(j&&j.sender!==this.reader.person&&this.reader.mayWrite&&this.delivers?.())this.#h(j);}}#c=new Map();#h(j){this.#c.set(j.conversation,j.message);this.#m();}#m=x(500,()=>{for(const[d,M]of this.#c){this.reader.do("markDelivered",{conversation:d,upTo:M}).catch(()=>{});}this.#c.clear();});mend(){this.list.load().catch(()=>{});if(this.talk)this.talk.mend();else if(this.#f?.c)this.show(this.#f);}async #l(){const t=await ask({title:"New conversation",action:"Search",fields:[{name:"search",label:"Name of a person",required:true}]});if(!t)return;try{const{items:q}=await this.reader.ask("users",{search:t.search,limit:20});const E=q.filter((a)=>a.user!==this.reader.person);if(!E.length)return A("No person of that name is found.");const D=await ask({title:"New conversation",action:"Begin",fields:[{name:"user",label:"With",options:E.map((p)=>[p.user,p.fullName??p.username])}]});if(!D)return;const{conversation:d}=await this.reader.do("startDirect",{with:D.user});await this.list.load();this.go({c:d});}catch(e){A(f(e),"bad");}}}export class ChatScreen{#a;constructor(b,F){this.session=b;this.go=F;this.element=h("div.screen");}end(){clearInterval(this.#i);this.#a?.end();}async show(i){this.parameters=i;const a=this.session.me??i.as;if(!a)return g(this.element,await choosePerson(this.session,this.go));if(this.#a?.reader.person!==a){this.#a?.end();const l=(this.#a=new Chat(this.session.reader(a),{go:this.go}));l.delivers=()=>this.session.isLeading;g(this.element,l.element);if(this.session.kind!=="user"){l.heading.textContent="Chats as";l.heading.append(" ",h("button.link",{type:"button",onclick:()=>this.go({as:undefined,c:undefined})},"…"));nameOf(this.session,a).then((name)=>{l.heading.lastChild.textContent=name;});}try{await l.load();}catch(e){if(e.code==="reasonNeeded")return this.go({as:undefined});l.end();this.#a=undefined;g(this.element,v("warn",f(e)));return;}if(this.session.kind==="operator")this.#i??=setInterval(()=>this.#j(),5_000);else this.session.follow(a);}await this.#a.show(i);}#i;#j(){if(!document.hidden)this.#a?.take({event:"joined"});}take(event){this.#a?.take(event);}mend(){if(this.#a)this.#a.mend();else this.show(this.parameters);}}async function nameOf(b,a){const{items:q}=b.kind==="operator"?await b.operate("profiles",{users:[a]},{words:true}):await b.reader(a).ask("profiles",{users:[a]});return q[0]?.name??"Unknown";}export async function choosePerson(b,F){const G=h("div.choose");const J=async()=>{try{let B;if(b.kind==="operator"){const H=new Set();const{items:q}=await b.operate("events",{types:["profileSet"],limit:500});for(const j of q)H.add(j.user);const L=[...H].slice(0,200);B=L.length?(await b.operate("profiles",{users:L},{words:true})).items:[];}else{B=[];}g(G,h("h1",{},"As whom?"),h("p",{},"You see the store exactly as this person sees it."),h("ul.people.choice",{},B.map((a)=>h("li",{},h("button",{type:"button",onclick:()=>F({as:a.user})},avatar(a.user,a.name),h("span",{dir:"auto"},a.name),h("span.mono",{},a.user))))),h("form",{onsubmit:(event)=>{event.preventDefault();F({as:new FormData(event.target).get("id").trim().toLowerCase()});}},h("label.field",{},h("span",{},"Or by id"),h("input",{name:"id",required:true,pattern:"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",autocomplete:"off"})),h("button.primary",{},"Look")));}catch(e){if(e.code==="reasonNeeded")return r();g(G,h("p",{},f(e)));}};const r=()=>g(G,h("h1",{},"Why do you look?"),h("p",{},"These are other people's words. The log notes who looked, at what, and the reason."),h("form",{onsubmit:(event)=>{event.preventDefault();b.reason=new FormData(event.target).get("reason").trim();J();}},h("label.field",{},h("span",{},"Reason"),h("textarea",{name:"reason",rows:2,required:true,maxlength:2000})),h("button.primary",{},"Continue")));if(b.kind==="operator"&&!b.reason)r();else await J();return G;}

"""#
),
ConsoleFile(
    path: "/console/consumers.js",
    type: "text/javascript; charset=utf-8",
    tag: #""f0a4cd62bbb8d07f0d39722919f475d7""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,count as l,fill as o,h,moment,number as b,toast as m}from"./dom.js";import{sentence as g}from"./session.js";export async function consumers(c,i){let k;try{({items:k}=await c.call("GET","consumers"));}catch(j){return o(i,h("h2",{},"Webhooks"),h("p",{},g(j)));}const q=async(name,n,r)=>{try{await c.call("POST",`webhooks/${name}`,{webhook:n});m(r);}catch(j){m(g(j),"bad");}await consumers(c,i);};const s=async({consumer:e,position:f,behind:d})=>{const p=await ask({title:`Drop ${l(d,"event")}?`,action:`Drop ${b(d)}`,danger:true,text:`The events ${b(f+1)} to ${b(f+d)} are never sent to ${e}; it is told from where to where.`,});if(p)await q("drop",e,"Dropped; the webhook goes on at the newest event.");};o(i,h("h2",{},"Webhooks and consumers"),k.length===0?h("p",{},"There are none."):h("ul.rows-list",{},k.map((a)=>h("li",{},h("div",{},h("b",{dir:"auto"},a.consumer)," ",a.webhook&&h(`span.state.${a.state}`,{},a.state),h("small",{dir:"auto"},[a.behind?`${l(a.behind,"event")} behind`:"has everything",a.since&&`${a.state} since ${moment(a.since)}`,a.failure,a.missed&&`missed ${b(a.missed.from)} to ${b(a.missed.position)}`,a.reset&&"must begin again after a restore",].filter(Boolean).join(" · "))),a.webhook&&a.state!=="served"&&h("div.buttons",{},h("button.secondary",{type:"button",onclick:()=>q("retry",a.consumer,"The webhook is tried again.")},"Retry"),h("button.secondary",{type:"button",onclick:()=>s(a)},"Drop"))))),h("button.link",{type:"button",onclick:()=>consumers(c,i)},"Look again"));}

"""#
),
ConsoleFile(
    path: "/console/differ.js",
    type: "text/javascript; charset=utf-8",
    tag: #""63c317a63ac80cfd63ffacd72597b1af""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{h,later}from"./dom.js";const y=(G,g)=>JSON.stringify(G)===JSON.stringify(g);const r=({unread:z,title:C,last:t,membership:l,archived:q,hidden:s,pinned:x,muted:A})=>[z,C,t?.preview,t?.at,l,q,s,x,A];export class Differences{#a=new Map();constructor(B){this.panes=B;}soon=later(30,()=>{const[a,b]=this.panes;if(!a.chat||!b.chat)return;for(const[w,c]of[[a,b],[b,a]]){this.#b(w.chat,c.chat);this.#d(w.chat.talk,c.chat.talk);}});#b({list:u},c){for(const k of u.items.querySelectorAll("[data-conversation]")){const F=k.dataset.conversation;const g=c.list.rows.get(F)??this.#c(c.reader,F);const e=g===null?"only here":g&&!y(r(u.rows.get(F)),r(g))?"differs":undefined;v(k,e,(d)=>k.querySelector(".conversation-top time").before(d));}}#c(o,f){const n=`${o.asOf} ${f}`;if(!this.#a.has(n)){this.#a.set(n,undefined);o.ask("conversation",{conversation:f}).then((p)=>this.#a.set(n,p),({code:E})=>E==="notFound"&&this.#a.set(n,null),).then(this.soon);}return this.#a.get(n);}#d(m,c){if(!m?.rows||!c?.rows||m.conversation!==c.conversation)return;let i;for(const p of m.scroller.querySelectorAll("[data-ordinal]")){const j=Number(p.dataset.ordinal);const g=c.rows.known(j);if(g===undefined)i??=j;const e=g===null?"only here":g&&!y(m.rows.item(j),g)?"differs":undefined;v(p,e,(d)=>p.append(d));}if(i!==undefined)c.learn(i);}}function v(d,e,H){const D=d.querySelector(".difference");d.classList.toggle("differs",e!==undefined);if(D?.textContent===e)return;D?.remove();if(e)H(h("span.difference",{},e));}

"""#
),
ConsoleFile(
    path: "/console/dom.js",
    type: "text/javascript; charset=utf-8",
    tag: #""6613dc11eb88fdaa31b3f6dc0921e2dd""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
export function h(name,o,...f){const[ae,...y]=name.split(".");const a=document.createElement(ae||"div");if(y.length)a.className=y.join(" ");for(const[l,b]of Object.entries(o??{})){if(b===undefined||b===null||b===false)continue;if(l.startsWith("on"))a.addEventListener(l.slice(2),b);else if(l==="value"||l==="checked"||l==="disabled")a[l]=b;else a.setAttribute(l,b===true?"":b);}S(a,f);return a;}function S(a,f){for(const g of f){if(Array.isArray(g))S(a,g);else if(g!==undefined&&g!==null&&g!==false)a.append(g);}}export function fill(a,...f){a.replaceChildren();S(a,f);return a;}export function reconcile(parent,Z){let q=parent.firstChild;for(const g of Z){if(g===q)q=q.nextSibling;else parent.insertBefore(g,q);}while(q){const aa=q.nextSibling;q.remove();q=aa;}}export const svg=(name,o={},...f)=>{const a=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[l,b]of Object.entries(o))a.setAttribute(l,b);a.append(...f);return a;};const ab={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",code:"M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};export function icon(name,n){const r=svg("svg",{viewBox:"0 0 24 24",class:"icon"},svg("path",{d:ab[name]}));if(n){r.setAttribute("role","img");r.setAttribute("aria-label",n);}else{r.setAttribute("aria-hidden","true");}return r;}export const iconButton=(name,n,onclick,M={})=>h("button.icon-button",{type:"button",title:n,"aria-label":n,onclick,...M},icon(name));const I=new Intl.Segmenter();export function avatar(P,name,{online:X}={}){let Y=0;for(const G of P??"")Y=(Y*31+G.charCodeAt(0))>>>0;const j=(name??"").trim().split(/\s+/).filter(Boolean);const i=(F)=>[...I.segment(F)][0]?.segment??"";const Q=j.length>1?i(j[0])+i(j.at(-1)):i(j[0]??"?");return h(`span.avatar.tone${Y%12}`,{"aria-hidden":"true"},h("span.letters",{},Q.toLocaleUpperCase()),X?h("span.dot"):null);}export function pictures(A){const[i,w]=A.avatars??[];return A.kind==="direct"||!w?avatar(i?.user??A.conversation,i?.name??A.title,{online:A.kind==="direct"&&A.online}):h("span.pair",{},avatar(i.user,i.name),avatar(w.user,w.name));}const H=navigator.language||"en";const t=new Map();function p(z){const l=JSON.stringify(z);if(!t.has(l))t.set(l,new Intl.DateTimeFormat(H,z));return t.get(l);}export const dayKey=(e)=>{const J=new Date(e);return J.getFullYear()*10_000+J.getMonth()*100+J.getDate();};export const clock=(e)=>p({hour:"2-digit",minute:"2-digit"}).format(e);export const moment=(e)=>p({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(e);export function day(e){const O=dayKey(Date.now());if(dayKey(e)===O)return"Today";if(dayKey(e+86_400_000)===O)return"Yesterday";const D=new Date(e).getFullYear()===new Date().getFullYear();return p({weekday:"long",day:"numeric",month:"long",year:D?undefined:"numeric"}).format(e);}export function ago(e){if(dayKey(e)===dayKey(Date.now()))return clock(e);const K=(Date.now()-e)/86_400_000;if(K>=0&&K<6)return p({weekday:"short"}).format(e);return p({day:"numeric",month:"short",year:K>300?"2-digit":undefined}).format(e);}export const number=(b)=>b.toLocaleString(H);export const count=(b,F,ad=`${F}s`)=>`${number(b)} ${b===1?F:ad}`;export function bytes(b){for(const N of["B","KiB","MiB","GiB"]){if(b<1024||N==="GiB")return`${b<10&&N!=="B"?b.toFixed(1):Math.round(b)} ${N}`;b/=1024;}}export const short=(P)=>(P??"").slice(0,8);export const problem=(name,j,...M)=>h("div.nothing",{},icon(name),h("h1",{},j),M);export const grown=(a)=>a.dispatchEvent(new Event("grown",{bubbles:true}));export function later(v,s){let E;const T=(...j)=>{clearTimeout(E);E=setTimeout(()=>s(...j),v);};T.stop=()=>clearTimeout(E);return T;}export function ask({title,text:x,fields:V=[],action:s="OK",danger:U=false}){return new Promise((R)=>{const P=`d${Math.random().toString(36).slice(2)}`;const u=V.map((c)=>({field:c,input:c.options?h("select",{name:c.name},c.options.map(([b,n])=>h("option",{value:b},n))):h(c.long?"textarea":"input",{name:c.name,type:c.long?undefined:c.type??"text",value:c.value??"",required:c.required,placeholder:c.hint,autocomplete:"off",rows:c.long?3:undefined,}),}));const k=h("dialog",{"aria-labelledby":P},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const m=Object.fromEntries(u.map(({field:c,input:C})=>[c.name,C.value.trim()]));L(m);}},h("h2",{id:P},title),typeof x==="string"?h("p",{},x):x,u.map(({field:c,input:C})=>h("label.field",{},h("span",{},c.label),C)),h("div.buttons",{},s!=="Close"&&h("button",{type:"button",onclick:()=>L()},"Cancel"),h(`button.primary${U?".danger":""}`,{type:"submit"},s))));const L=(m)=>{k.close();k.remove();R(m);};k.addEventListener("cancel",()=>L());document.body.append(k);k.showModal();(u[0]?.input??k.querySelector("button")).focus();});}export async function askReason(B){if(B.reason)return true;const m=await ask({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});B.reason=m?.reason;return m!==undefined;}export function toast(x,W=""){const ac=document.getElementById("toasts");const a=h(`div.toast${W&&`.${W}`}`,{},x);ac.append(a);setTimeout(()=>a.remove(),6_000);}

"""#
),
ConsoleFile(
    path: "/console/exports.js",
    type: "text/javascript; charset=utf-8",
    tag: #""164c2b7d782cfe838aac86cdbd8ad85f""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask as v,bytes as p,count as q,fill as o,h,moment as g,number as i,short as r,toast}from"./dom.js";import{base,sentence as m}from"./session.js";import{source}from"./source.js";const n=({conversation:e,user:y,from,until:s,deleted:t})=>([e&&`conversation ${r(e)}`,y&&`person ${r(y)}`,from!==undefined&&`from ${g(from)}`,s!==undefined&&`until ${g(s)}`,].filter(Boolean).join(", ")||"everything")+(t?", with deleted messages":"");export class Exports{#a;constructor(u){this.session=u;this.element=h("section.panel");this.jobs=h("ul.rows-list.exports",{"aria-label":"Exports of this server"});this.noted=h("ul.rows-list");}end(){clearTimeout(this.#a);this.isOver=true;}async load(){const{items:c}=await this.session.operate("exports",{limit:20});o(this.noted,c.map((d)=>h("li",{},h("div",{},n(d),h("small",{dir:"auto"},[`up to ${i(d.upTo)}`,g(d.at),d.who,d.reason].filter(Boolean).join(" · "))),h("a",{href:`#log?at=${d.position}`},i(d.position)))));const F=await this.#b();o(this.element,h("h2",{},"Exports"),F&&[this.jobs,h("button.secondary",{type:"button",onclick:()=>this.#e()},"Make an export")],h("h3",{},"What has left the store"),c.length?this.noted:h("p",{},"No words have left the store."),source(this.session.operator(),"exports",{limit:20}));}async #b(){clearTimeout(this.#a);let c;try{({items:c}=await this.session.call("GET","exports"));}catch(k){if(k.status===404)return false;if(!this.isOver)this.#a=setTimeout(()=>this.#b(),5_000);return o(this.jobs,h("li",{},m(k)));}o(this.jobs,c.map((a)=>this.#g(a)));const f=c.some((a)=>a.state==="running");if(this.isRunning&&!f)this.load().catch(()=>{});this.isRunning=f;if(f&&!this.isOver)this.#a=setTimeout(()=>this.#b(),1_000);return true;}#g(a){const z={running:()=>[a.total?`${i(a.done)} of ${i(a.total)} events`:"waits for another export"],ready:()=>[p(a.bytes),a.erased&&q(a.erased,"erased content"),a.until&&`until ${g(a.until)}`],}[a.state]?.()??[a.error?.message];return h("li",{},h("div",{},h("b",{},n(a.scope))," ",h(`span.state.${a.state}`,{},a.state),h("small",{dir:"auto"},[...z,a.who,g(a.begun)].filter(Boolean).join(" · ")),a.state==="running"&&a.total>0&&h("progress",{max:a.total,value:Math.min(a.done,a.total),"aria-label":"Written events"})),h("div.buttons",{},a.state==="ready"&&h("button.secondary",{type:"button",onclick:()=>this.#c(a)},"Download"),h("button.secondary",{type:"button",onclick:()=>this.#d(a)},a.state==="running"?"Stop":"Delete")));}async #f(E){try{await E();}catch(k){toast(m(k),"bad");}await this.#b();}#c(a){return this.#f(async()=>{const{path:D}=await this.session.call("POST",`exports/${a.export}/ticket`,{});const C=h("a",{href:`${base}${D.slice(1)}`,download:""});C.click();});}async #d(a){const l=await v({title:"Delete this export?",action:"Delete",danger:true,text:`${p(a.bytes??0)} on the server go. What was downloaded stays where it is, and the log still says that it was made.`,});if(l)await this.#f(()=>this.session.call("DELETE",`exports/${a.export}`));}async #e(){const b=await v({title:"Make an export",action:"Count",fields:[{name:"what",label:"Of what",options:[["","Everything"],["conversation","A conversation"],["user","A person"]]},{name:"id",label:"Id of the conversation or person"},{name:"from",label:"Or from",type:"date"},{name:"until",label:"Until",type:"date"},{name:"deleted",label:"Deleted messages",options:[["","Without"],["yes","With"]]},{name:"reason",label:"Reason, which the log keeps"}]});if(!b)return;const x=(w)=>(w?new Date(w).getTime():undefined);const j={...(b.what&&{[b.what]:b.id}),from:x(b.from),until:x(b.until),};const A=!b.what&&!j.from&&!j.until;await this.#f(async()=>{const{items:c}=await this.session.operate("histogram",{...j,buckets:1});const B=c.reduce((G,d)=>G+d.count,0);const l=await v({title:`Export ${j.user?"up to ":""}${q(B,"event")}?`,action:`Export ${i(B)}`,danger:true,text:`Their words leave the store in the clear, for who has the file${A?", those of deleted messages too":""}. The log notes who made it, of what, and why.`,});if(!l)return;await this.session.call("POST","exports",{...j,deleted:b.deleted?true:undefined,reason:b.reason||undefined});});}}

"""#
),
ConsoleFile(
    path: "/console/list.js",
    type: "text/javascript; charset=utf-8",
    tag: #""feb98182d5db8c984a436a51f799199e""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,fill,h,icon as A,later as x,number,pictures as w,reconcile as s}from"./dom.js";const H=(a,b)=>b.pinned-a.pinned||b.lastActivityAt-a.lastActivityAt||(a.conversation<b.conversation?-1:1);export class List extends EventTarget{rows=new Map();typing=new Map();total=0;#d=new Map();#f;#b;#c=new Set();#a="active";constructor(C,{open}){super();this.reader=C;this.open=open;this.element=h("div.list-scroll",{onscroll:()=>this.#k()});this.items=h("ul.conversations",{"aria-label":"Conversations"});this.element.append(this.items);this.items.addEventListener("keydown",(event)=>this.#j(event));}async load(){this.#f=undefined;const k=await this.#i();this.rows.clear();for(const c of k.items)this.rows.set(c.conversation,c);this.isLoaded=true;this.draw();this.#h();}async filter(r,z){this.search=r||undefined;this.#a=z;await this.load();}get query(){return["conversations",{limit:50,filter:this.#a,search:this.search}];}async #i(){const[name,y]=this.query;const k=await this.reader.ask(name,{...y,cursor:this.#f});this.#f=k.next;return k;}#k(){const{scrollTop:t,clientHeight:l,scrollHeight:o}=this.element;if(!this.#f||this.#b||t+l<o-800)return;this.#b=this.#i().then((k)=>{for(const c of k.items)if(!this.rows.has(c.conversation))this.rows.set(c.conversation,c);this.draw();}).finally(()=>{this.#b=undefined;});}#h=x(150,async()=>{const p=await this.reader.ask("unread").catch(()=>undefined);if(!p)return;this.total=p.badge??p.total;this.dispatchEvent(new Event("total"));});take(d){if(d.type==="typing"){if(d.users.length)this.typing.set(d.conversation,d.text);else this.typing.delete(d.conversation);this.#e();}else if(d.type==="presence"){for(const[n,c]of this.rows){if(c.kind!=="direct"||c.avatars[0]?.user!==d.user)continue;this.rows.set(n,{...c,online:d.online,lastSeenAt:d.lastSeenAt});}this.#e();}else if(d.conversation){this.#c.add(d.conversation);this.#g();}else if(d.type==="erased"||d.type==="profile"){for(const n of this.rows.keys())this.#c.add(n);this.#g();}}#g=x(40,async()=>{const I=[...this.#c];this.#c.clear();if(I.length>12||this.search)return this.load().catch(()=>{});await Promise.all(I.map(async(n)=>{try{const c=await this.reader.ask("conversation",{conversation:n});const B=this.#a==="all"||(c.membership==="active"?(this.#a==="active"?!c.archived&&!c.hidden:this.#a==="archived"?c.archived:c.hidden):this.#a==="former"&&!c.hidden);if(B)this.rows.set(n,c);else this.rows.delete(n);}catch(F){if(F.code==="notFound")this.rows.delete(n);}}));this.draw();this.#h();});#e(){this.frame??=requestAnimationFrame(()=>{this.frame=undefined;this.draw();});}select(m){this.selected=m;this.draw();}draw(){const D=[...this.rows.values()];if(!this.search)D.sort(H);const u=D.map((c)=>{const f=this.typing.get(c.conversation);const e=c.conversation===this.selected;let i=this.#d.get(c.conversation);if(!i||i.row!==c||i.typing!==f||i.isSelected!==e){const v=i?.element.contains(document.activeElement);const j=this.#l(c,f,e);if(i)i.element.replaceWith(j);if(v)j.firstChild.focus();i={row:c,typing:f,isSelected:e,element:j};this.#d.set(c.conversation,i);}return i.element;});for(const n of this.#d.keys())if(!this.rows.has(n))this.#d.delete(n);if(u.length===0){const r=this.search?"Nothing is found.":this.#a==="active"?"No conversations yet.":"Nothing here.";fill(this.items,h("li.empty",{},r));}else{s(this.items,u);}this.dispatchEvent(new Event("drawn"));}#l(c,f,e){const g=c.last;const J=g&&g.kind!=="system"&&c.kind!=="direct"&&g.sender?`${g.sender===this.reader.person?"You":g.senderName}: `:g?.sender===this.reader.person&&g?.kind!=="system"?"You: ":"";const G=[c.title,c.online&&"online",c.unread>0&&`${c.unread} unread`,f??(g&&J+g.preview),].filter(Boolean).join(", ");return h("li",{},h(`button.conversation${e?".selected":""}${c.unread?".unread":""}`,{type:"button","aria-current":e?"true":undefined,"aria-label":G,"data-conversation":c.conversation,onclick:()=>this.open(c.conversation),},w(c),h("span.conversation-top",{},h("span.title",{dir:"auto"},c.title),c.pinned&&A("pin"),c.muted&&A("mute"),h("time",{},ago(c.lastActivityAt))),h("span.conversation-bottom",{},f?h("span.preview-text.typing",{},f):h("span.preview-text",{dir:"auto"},J,g?.preview??""),c.unread>0&&h(`span.badge${c.muted?".quiet":""}`,{},c.unread>999?"999+":number(c.unread)))));}#j(event){const E={ArrowDown:1,ArrowUp:-1}[event.key];if(!E)return;const q=[...this.items.querySelectorAll("button")];q[q.indexOf(document.activeElement)+E]?.focus();event.preventDefault();}}

"""#
),
ConsoleFile(
    path: "/console/log.js",
    type: "text/javascript; charset=utf-8",
    tag: #""e61bb25729efe55c7f71db7fa54fcaa8""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{askReason as E,count as q,fill as e,h,icon,moment as o,number as g,short as I,svg}from"./dom.js";import{sentence as r}from"./session.js";import{source as G}from"./source.js";import{because as K}from"./why.js";const k=[["conversation","Conversation","id"],["actor","Who did it","id"],["user","Whom it concerns","id"],["message","Message","id"],["type","Type","messageSent"],];export class LogScreen{#p;#a;#f;#b=0;#d=0;#i;constructor(M,go){this.session=M;this.go=go;this.chart=h("div.chart");this.rows=h("ol.events",{"aria-label":"Events"});this.state=h("p.scan",{role:"status"});this.more=h("button.secondary",{type:"button",hidden:true,onclick:()=>this.#l()},"Earlier events");this.source=h("div");this.form=h("form.filters",{onsubmit:(event)=>{event.preventDefault();const Q=new FormData(event.target);go(Object.fromEntries(k.map(([name])=>[name,Q.get(name)?.trim()||undefined])));}},k.map(([name,t,W])=>h("label.field",{},h("span",{},t),h("input",{name,placeholder:W,autocomplete:"off",spellcheck:"false"}))),h("button.secondary",{},"Filter"));this.element=h("div.log",{},h("header.log-head",{},h("h1",{},"Log"),h("label.switch",{},(this.words=h("input",{type:"checkbox",onchange:()=>this.#m()})),"Show what people wrote")),this.form,this.chart,this.state,this.rows,this.more,this.source);this.#i=setInterval(()=>this.#o(),2_000);}end(){clearInterval(this.#i);}mend(){if(this.isBroken)this.show(this.parameters);}async show(c){this.parameters=c;for(const[name]of k)this.form.elements[name].value=c[name]??"";this.filter={};for(const[name]of k)if(c[name])this.filter[name]=c[name];for(const name of["fromTime","untilTime"])if(c[name])this.filter[name]=Number(c[name]);await this.#h(c.at&&Number(c.at));}async #h(v){const p=(this.#b+=1);e(this.rows);this.#d=0;this.isBroken=false;try{const C=await this.session.operate("state");if(p!==this.#b)return;this.size=C.size;this.#f=this.#a=Math.min(v??C.size,C.size);this.#c(p);await this.#l(p);if(v)this.rows.querySelector("button")?.click();}catch(s){if(p!==this.#b)return;this.isBroken=true;e(this.state,h("span.problem",{},r(s)));}}#e(Y){return{...this.filter,...Y,content:this.words.checked||undefined};}async #l(p=this.#b){this.more.hidden=true;const R=60;let H=120;let f=[];while(f.length<R&&this.#a>0){const from=Math.max(1,this.#a-H+1);const b=[];let d=from;while(d!==undefined&&d<=this.#a){const i=await this.session.operate("events",this.#e({from:d,until:this.#a,limit:500}),{words:this.words.checked});if(p!==this.#b)return;b.push(...i.items);d=i.next;this.#g(d);}f=[...b,...f];this.#a=from-1;H=Math.min(H*(b.length?2:8),1_000_000);}this.rows.append(...f.reverse().map((a)=>this.#n(a)));this.#d+=f.length;this.more.hidden=this.#a<=0;this.#g();e(this.source,G(this.session.operator(this.words.checked),"events",this.#e({limit:50})));}#g(at){if(at!==undefined)return void e(this.state,`Searching; position ${g(at)} is reached.`);const z=this.size-this.#f;const open=[this.#a>0&&"earlier ones",z>0&&`${g(z)} later ones`].filter(Boolean).join(" and ");e(this.state,open?`${q(this.#d,"event")} of the positions ${g(this.#a+1)} to ${g(this.#f)}; ${open} are not searched.`:`${q(this.#d,"event")}; all ${g(this.size)} positions are searched.`,z>0&&[" ",h("button.link",{type:"button",onclick:()=>this.go({at:undefined})},"Go to the newest")]);}async #o(){if(document.hidden||!this.size||this.#f<this.size||this.parameters.untilTime||this.session.asOf!==undefined||this.isLooking)return;const p=this.#b;this.isLooking=true;try{for(let d=this.size+1;d!==undefined;){const i=await this.session.operate("events",this.#e({from:d,limit:200}),{words:this.words.checked});if(p!==this.#b)return;for(const a of i.items)this.rows.prepend(this.#n(a));this.#d+=i.items.length;d=i.next;this.size=this.#f=Math.max(this.size,i.items.at(-1)?.position??0,(d??0)-1);if(i.items.length)this.#g();}}catch{}finally{this.isLooking=false;}}async #m(){if(this.words.checked&&!(await E(this.session)))this.words.checked=false;if(this.parameters)await this.#h();}async #c(p,U,D=0){const{items:b}=await this.session.operate("histogram",{conversation:this.filter.conversation,user:this.filter.user,type:this.filter.type,from:this.filter.fromTime??U,until:this.filter.untilTime,buckets:80,}).catch(()=>({items:[]}));if(p!==this.#b)return;this.chart.hidden=!b.length;if(!b.length)return void e(this.chart);const d=b.findIndex((a,n)=>n>0&&a.count>0);const L=b[0].count<=(Object.keys(this.filter).length||D?0:1);if(!this.filter.fromTime&&L&&d>8&&D<4)return this.#c(p,b[d].from,D+1);const Z=Math.max(...b.map((a)=>a.count),1);const J=800/b.length;const w=svg("svg",{viewBox:"0 0 800 90",preserveAspectRatio:"none",class:"histogram","aria-hidden":"true"},...b.map((a,n)=>{const P=a.count?Math.max(2,(a.count/Z)*84):0;return svg("rect",{x:n*J+0.5,y:88-P,width:Math.max(1,J-1.5),height:P,rx:1});}));const m=h("input.span",{type:"range",min:0,max:b.length-1,value:b.length-1,"aria-label":"Pick a span of time","aria-valuetext":"everything",oninput:()=>{const a=b[m.value];m.setAttribute("aria-valuetext",`${o(a.from)}: ${q(a.count,"event")}`);t.textContent=`${o(a.from)} · ${q(a.count,"event")}`;[...w.children].forEach((ab,n)=>ab.classList.toggle("lit",n===Number(m.value)));},onchange:()=>{const a=b[m.value];this.go({fromTime:String(a.from),untilTime:String(a.until),at:undefined});}});const t=h("span",{},`${o(b[0].from)} to ${o(b.at(-1).until)}`);e(this.chart,w,m,h("p.chart-label",{},t,this.filter.fromTime&&h("button.link",{type:"button",onclick:()=>this.go({fromTime:undefined,untilTime:undefined})},"All times")));}#n(a){const V=a.content?.text??a.content?.title??a.content?.fullName??a.content?.username;const open=h("button.event",{type:"button","aria-expanded":"false",onclick:()=>{const F=open.getAttribute("aria-expanded")==="true";open.setAttribute("aria-expanded",String(!F));if(F)open.nextSibling.remove();else open.after(this.#j(a));}},h("span.position",{},g(a.position)),h("span.type",{},a.type),h("span.about",{dir:"auto"},V??N(a)),h("time",{},o(a.at)));return h("li",{},open);}#k(a){const u=h("span",{},"…");const X=async()=>{for(let from=a.position+1;from!==undefined;){const i=await this.session.operate("events",{from,type:"contentErased",limit:500});const f=i.items.find((ac)=>(ac.fields.ranges??[]).some((B)=>a.position>=B.first&&a.position<B.first+B.count));if(f)return e(u,h("a",{href:`#log?at=${f.position}`},`the erasure at ${g(f.position)}`));from=i.next;}e(u,"an erasure that is not found");};X().catch((s)=>e(u,r(s)));return u;}#j(a){const A=(name,id)=>h("button.link",{type:"button",onclick:()=>this.go({...aa,[name]:id,at:undefined})},I(id));const T=[["Stream",a.stream+(a.version?`, version ${a.version}`:"")],a.actor&&["Actor",A("actor",a.actor)],a.conversation&&["Conversation",A("conversation",a.conversation)],a.user&&["User",A("user",a.user)],a.fields?.message&&["Message",A("message",a.fields.message)],["Leaf",h("span.mono",{},a.leaf)],a.seal&&["Seal of the content",h("span.mono",{},a.seal)],a.erased&&["Erased by",this.#k(a)],].filter(Boolean);const S=h("form.why",{onsubmit:async(event)=>{event.preventDefault();const user=new FormData(event.target).get("user").trim();try{const O=await this.session.operate("explain",{message:a.fields.message,user});e(S.lastChild,K(O));}catch(s){e(S.lastChild,h("p.problem",{},r(s)));}}},h("label.field",{},h("span",{},"Who sees it? Id of a person"),h("input",{name:"user",required:true,autocomplete:"off"})),h("button.secondary",{},"Explain"),h("div"));return h("div.event-details",{},h("dl.facts",{},T.map(([name,l])=>[h("dt",{},name),h("dd",{},l)])),a.seal&&!a.content&&h("p",{},icon("lock")," ",a.erased?"The content was erased.":"There is content; it is hidden until you show what people wrote."),a.content&&h("pre.content",{tabindex:0,dir:"auto"},JSON.stringify(a.content,null,2)),h("div.event-actions",{},h("a",{href:`#proof?event=${a.position}`},"Prove that it is in the log"),a.erased&&h("a",{href:`#proof?erased=${a.position}`},"See the receipt of its erasure"),a.conversation&&h("a",{href:`#past?at=${a.position}`},"See the past here")),a.fields?.message&&a.type==="messageSent"&&S,G(this.session.operator(this.words.checked),"events",{from:a.position,until:a.position,content:this.words.checked||undefined}));}}const aa=Object.fromEntries(k.map(([name])=>[name,undefined]));function N(a){const j=a.fields??{};if(a.type==="messageSent"){return[j.kind,j.characters!==undefined&&q(j.characters,"character"),j.attachments?.length&&q(j.attachments.length,"attachment")].filter(Boolean).join(", ");}return Object.entries(j).filter(([,l])=>typeof l!=="object").slice(0,4).map(([name,l])=>`${name} ${String(l).length===36?I(String(l)):l}`).join(", ");}

"""#
),
ConsoleFile(
    path: "/console/message.js",
    type: "text/javascript; charset=utf-8",
    tag: #""e5132c849f707a527f207c73d97ede9a""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{avatar,bytes as I,clock as J,day,dayKey as p,grown,h,icon as u,moment as E,svg}from"./dom.js";export const tapbacks={love:"❤️",like:"👍",dislike:"👎",laugh:"😂",emphasize:"‼️",question:"❓"};export const face=(v)=>tapbacks[v]??v;const G=5*60_000;const R=/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;function D(o,l){const C=l.map((m)=>({from:m.offset,to:m.offset+m.length,name:m.name}));for(const r of o.matchAll(R)){C.push({from:r.index,to:r.index+r[0].length,url:r[0]});}C.sort((a,b)=>a.from-b.from);const s=[];let t=0;for(const k of C){if(k.from<t)continue;s.push(o.slice(t,k.from));s.push(k.url?h("a",{href:k.url,target:"_blank",rel:"noreferrer noopener"},k.url):h("span.mention",{},`@${k.name}`));t=k.to;}s.push(o.slice(t));return s;}function F(o,l){const j=h("div.text",{dir:"auto"},D(o,l));const U=o.length>4_000||o.split("\n",61).length>60;if(!U)return j;j.classList.add("long");const V=h("button.more",{type:"button",onclick:()=>{j.classList.toggle("open");V.textContent=j.classList.contains("open")?"Show less":"Show all";grown(j);}},"Show all");return[j,V];}const L={image:"Photo",audio:"Audio",file:"File"};function A(c){const O=[c.name,c.bytes&&I(c.bytes),c.seconds&&length(c.seconds)].filter(Boolean).join(" · ");if(c.kind==="audio"){const w=c.waveform??[];const S=svg("svg",{class:"wave",viewBox:"0 0 96 24","aria-hidden":"true"});for(let n=0;n<32;n+=1){const M=w.length?w[Math.floor((n*w.length)/32)]/255:0.35;S.append(svg("rect",{x:n*3,y:12-2-M*9,width:2,height:4+M*18,rx:1}));}return h("div.media.audio",{},u("audio"),S,h("span",{},O||"Audio"));}const Z=h(`div.media.${c.kind}`,{},u(c.kind),h("span.media-name",{dir:"auto"},c.name??L[c.kind]),h("span.media-detail",{},[L[c.kind],c.bytes&&I(c.bytes),c.width&&`${c.width} × ${c.height}`].filter(Boolean).join(" · ")));if(c.kind==="image"&&c.width&&c.height){const X=Math.max(0.6,Math.min(2.4,c.width/c.height));Z.style.aspectRatio=String(X);}return Z;}const length=(z)=>`${Math.floor(z/60)}:${String(Math.round(z%60)).padStart(2,"0")}`;function status(c){const W={sent:"Sent",delivered:"Delivered",read:"Read"}[c.status];const K=c.of>1&&c.readCount!==undefined?`${W}, read by ${c.readCount} of ${c.of}`:W;const P=u(c.status==="sent"?"sent":"delivered",K);return h(`span.status.${c.status}`,{title:K},P);}function T(c,d){const B=c.erased?"This message was erased":c.deleted?"This message was deleted":undefined;const i=c.sender===d.person;const N=B?h("div.gone",{},B):[c.forwardedFrom&&h("div.forwarded",{},"Forwarded"),c.replyTo&&h("button.quote",{type:"button",onclick:()=>d.show(c.replyTo.message)},h("span.quote-name",{dir:"auto"},c.replyTo.senderName??"Message"),h("span.quote-text",{dir:"auto"},c.replyTo.erased?"Erased":c.replyTo.deleted?"Deleted":c.replyTo.preview??"Not visible to you")),c.priority?.isPriority&&h("div.priority",{},u("bolt"),c.priority.reason??"Important"),c.attachments?.map(A),c.location&&h("div.media.place",{},u("location"),h("span.media-name",{dir:"auto"},c.location.name??"Location"),h("span.media-detail",{dir:"auto"},c.location.address??`${c.location.latitude.toFixed(4)}, ${c.location.longitude.toFixed(4)}`)),c.text&&F(c.text,c.mentions??[]),c.linkPreview&&h("div.preview",{},h("b",{dir:"auto"},c.linkPreview.title??c.linkPreview.url),c.linkPreview.description&&h("span",{dir:"auto"},c.linkPreview.description)),];return h("div.bubble",{},!i&&d.showsNames&&h("span.sender",{dir:"auto"},c.senderName??"The operator"),N,h("span.meta",{},c.broadcast&&"Broadcast · ",c.payment&&"Payment · ",c.edited>0&&!B&&h("span",{title:c.editedAt&&E(c.editedAt)},"edited · "),h("time",{datetime:new Date(c.sentAt).toISOString(),title:E(c.sentAt)},J(c.sentAt)),c.status&&!B&&status(c)));}const H=(c,e,d)=>[e!==undefined&&c.ordinal>(e?.ordinal??0)+1&&d.gap?.(e,c),(!e||p(e.sentAt)!==p(c.sentAt))&&h("div.day",{},h("span",{},day(c.sentAt))),c.message===d.firstUnread&&h("div.unread-line",{},h("span",{},"New messages")),];export function row(c,e,d){if(c.system){return h("article.row.system",{tabindex:-1,"aria-label":c.system.text},H(c,e,d),h("p",{},h("span",{dir:"auto"},c.system.text)),d.note?.(c),d.end?.(c));}const i=c.sender===d.person;const q=e&&!e.system&&e.sender===c.sender&&c.sentAt-e.sentAt<G&&p(e.sentAt)===p(c.sentAt)&&c.message!==d.firstUnread;const name=i?"You":c.senderName??"The operator";const D=c.deleted?"deleted":c.erased?"erased":c.text?.slice(0,200)??c.kind;const Q=h(`article.row${i?".mine":""}${q?".follows":""}`,{tabindex:-1,"aria-label":`${name}, ${J(c.sentAt)}: ${D}`,"data-message":c.message},H(c,e,d),h("div.line",{},!i&&(q?h("span.no-avatar"):avatar(c.sender,c.senderName)),h("div.stack",{},T(c,{...d,showsNames:d.showsNames&&!q}),c.reactions?.length>0&&h("div.reactions",{},c.reactions.map((f)=>h(`button.reaction${f.mine?".mine":""}`,{type:"button","aria-pressed":String(f.mine),disabled:!d.mayReact,"aria-label":`${f.reaction}, ${f.count}`,onclick:()=>d.react(c,f.reaction,f.mine),},face(f.reaction),f.count>1&&h("span",{},String(f.count))))),d.note?.(c))),d.end?.(c));return Q;}export function pending(g,Y){return h("article.row.mine.pending",{tabindex:-1,"aria-label":`You, ${g.error?"not sent":"sending"}: ${g.text}`},h("div.line",{},h("div.stack",{},h("div.bubble",{},h("div.text",{dir:"auto"},g.text),h("span.meta",{},g.error?"Not sent":"Sending…")),g.error&&h("p.failure",{role:"alert"},g.error," ",h("button.link",{type:"button",onclick:()=>Y(g)},"Send again")))));}export function skeleton(){return h("div.row.skeleton",{role:"presentation"},h("div.line",{},h("span.no-avatar"),h("div.stack",{},h("div.ghost"))));}

"""#
),
ConsoleFile(
    path: "/console/moment.js",
    type: "text/javascript; charset=utf-8",
    tag: #""4db113b982997adbd5f8794a08a86d44""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill,h,later,moment as c,number as d}from"./dom.js";const i=(b)=>new Date(b-new Date(b).getTimezoneOffset()*60_000).toISOString().slice(0,19);export class Moment{value;isMoving=false;constructor(k,f,{label:g,held:r,moved:o}){this.session=k;this.span=f;this.held=r;this.moved=o;this.output=h("output");this.input=h("input",{type:"range",min:f.first,max:f.last,step:f.isTime?1_000:1,"aria-label":g,oninput:()=>this.#c(Number(this.input.value)),});this.time=h("input",{type:"datetime-local",step:1,"aria-label":`${g}, as a time`,onchange:()=>this.#d()});this.element=h("div.slider",{},this.output,this.input,this.time);}end(){this.#b.stop();}of(a){const{first:n,last:l}=this.span;return a===undefined||Number.isNaN(Number(a))?l:Math.max(n,Math.min(Number(a),l));}async show(a){this.value=a;this.input.value=a;this.#a(this.span.isTime?c(a):`Position ${d(a)}`);if(this.span.isTime)return void(this.time.value=i(a));const{items:e}=await this.session.operate("events",{from:a,until:a,limit:1,asOf:undefined});if(this.value!==a||!e[0])return;this.#a(`Position ${d(a)}`,` · ${c(e[0].at)}`);this.time.value=i(e[0].at);}rest(){this.value=this.input.value=this.span.last;this.time.value="";this.#a("Now");}#a(j,m=""){fill(this.output,j,h("span.when",{},m));this.input.setAttribute("aria-valuetext",j+m);}#c(a){this.isMoving=true;this.held();this.value=a;this.#a(this.span.isTime?c(a):`Position ${d(a)}`);this.#b(a);}#b=later(120,(a)=>{this.isMoving=false;this.moved(a);});async #d(){const b=new Date(this.time.value).getTime();if(Number.isNaN(b))return;let a=b;if(!this.span.isTime){const p=await this.session.operate("state",{asOf:new Date(b).toISOString()}).catch(({code:q})=>({size:q==="notFound"?this.span.first:this.span.last}));a=p.size;}this.#c(this.of(a));this.input.value=this.value;}}

"""#
),
ConsoleFile(
    path: "/console/operator.js",
    type: "text/javascript; charset=utf-8",
    tag: #""4c0e43205d5ace99f1ccd4874480602c""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask as X,askReason as R,bytes as G,count as j,fill as v,h,icon,moment as w,number as d,short as N,svg,toast as P}from"./dom.js";import{consumers as S}from"./consumers.js";import{Exports}from"./exports.js";import{sentence as s}from"./session.js";import{source as A}from"./source.js";const t=(al,...T)=>h("section.panel",{},h("h2",{},al),T);const U="2026-01-31";export class OperatorScreen{#e;#b=[];#a;constructor(M,go){this.session=M;this.go=go;this.tiles=h("div.tiles");this.cards=h("div.cards");this.exports=new Exports(M);this.webhooks=h("section.panel");this.dated=h("p.dated",{});this.element=h("div.operator",{},h("header",{},h("h1",{},"Operator"),(this.about=h("p.mono")),this.dated),this.tiles,this.cards);this.#e=setInterval(()=>this.#c().catch(()=>{}),2_000);}end(){clearInterval(this.#e);this.exports.end();}async show(){await this.#c();await this.#j();}async #c(){if(document.hidden)return;const f=await this.session.operate("gauges",{asOf:undefined});const ap=performance.now();if(this.#a){const ab=(ap-this.#a.at)/1_000;this.#b.push((f.appended-this.#a.appended)/ab);if(this.#b.length>60)this.#b.shift();}this.#a={at:ap,appended:f.appended};const D=(ai,i,au)=>h("div.tile",{},h("span",{},ai),h("b",{},i),au);v(this.tiles,D(this.session.asOf===undefined?"Events":"Events now",d(f.position),ar(this.#b)),D("Commit",L(f.commitLatency),ad(f.commitLatency)),D("Send",L(f.sends.latency),ad(f.sends.latency)),D("Sends",`${d(f.sends.done)} done`,h("small",{},`${d(f.sends.refused)} refused, ${d(f.sends.failed)} failed`)),D("Followers",d(f.followers),h("small",{},`${d(f.waiting)} commands wait`)),D("Files",G(Object.values(f.files).reduce((a,b)=>a+b,0)),h("small",{},Object.entries(f.files).map(([name,av])=>`${name} ${G(av)}`).join(", "))));}async #j(){const[c,am]=await Promise.all([this.session.operate("state"),this.session.operate("views"),S(this.session,this.webhooks),this.exports.load(),]);const F=this.session.operator();const{asOf:ac}=this.session;const I=ac!==undefined;v(this.dated,I&&`As it was at position ${d(ac)}; the numbers, webhooks and export jobs are of now. Nothing can be done in the past.`);this.state=c;this.about.textContent=`${c.log} · epoch ${c.epoch}`;v(this.cards,this.#k(),this.#l(c),this.#d(c),this.#f(c),this.#h(c),this.webhooks,t("Media owed",h("p",{},c.mediaOwed?`${j(c.mediaOwed.count,"address","addresses")} of media that nothing names any more, since ${w(c.mediaOwed.since)}.`:"Nothing is owed."),c.mediaOwed&&A(F,"mediaOwed",{limit:100})),this.exports.element,t("Views",h("div.views",{tabindex:0},h("table",{},h("thead",{},h("tr",{},["View","Rows","Bytes","Behind"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},am.items.map((Q)=>h("tr",{},h("th",{scope:"row"},Q.name),h("td",{},d(Q.rows)),h("td",{},G(Q.bytes)),h("td",{},d(c.size-Q.position))))))),A(F,"views")),t("State",h("p",{},`${d(c.size)} events in ${G(c.bytes)}.`),A(F,"state"),h("p",{},"The numbers above, of now:"),A(F,"gauges",{asOf:undefined})));this.webhooks.inert=I;for(const aw of this.cards.querySelectorAll("form, button:not(.look), .exports"))aw.inert=I;}async #i(name,o,m){try{const p=await this.session.command(name,o);P(m(p));await this.#j();return p;}catch(q){P(s(q),"bad");return undefined;}}#k(){const p=h("div",{role:"status"});const aq=h("form",{onsubmit:async(event)=>{event.preventDefault();const g=Object.fromEntries(new FormData(event.target));const o={[g.what]:g.id.trim(),basis:g.basis.trim(),reason:g.reason.trim()};try{const e=await this.session.command("erase",{...o,dryRun:true});if(!e.erased&&!e.deferredCount)return void v(p,h("p",{},"There is nothing to erase."));const J=await X({title:`Erase ${j(e.erased,"content")}?`,action:`Erase ${d(e.erased)}`,danger:true,text:h("div",{},h("p",{},`${j(e.erased,"content")} will be destroyed, here and in every backup that has only the log. This cannot be undone.`),e.deferredCount>0&&h("p",{},`${j(e.deferredCount,"content")} must wait: ${[...new Set(e.deferred.map((u)=>u.why))].join(", ")}.`),e.forwardsCount>0&&h("p",{},`${j(e.forwardsCount,"forwarded copy","forwarded copies")} will stay.`),e.exports?.length>0&&h("p",{},`${j(e.exports.length,"export")} that left the store may have it still.`)),});if(!J)return;const m=await this.#i("erase",o,(r)=>`${j(r.erased,"content")} erased.`);if(m){this.cards.firstChild.append(this.#g(m));}}catch(q){v(p,h("p.problem",{},s(q)));}}},h("label.field",{},h("span",{},"What"),h("select",{name:"what"},["message","user","conversation"].map((i)=>h("option",{value:i},i)))),h("label.field",{},h("span",{},"Id"),h("input",{name:"id",required:true,autocomplete:"off"})),h("label.field",{},h("span",{},"Basis"),h("input",{name:"basis",required:true,placeholder:"request of the sender"})),h("label.field",{},h("span",{},"Reason"),h("input",{name:"reason",required:true})),h("button.secondary",{},"See what would go"),p);return t("Erase",h("p",{},"First it is counted; nothing goes without another yes."),aq);}#g(m){const ao=m.erasedList?.slice(0,10)??[];return h("div.receipt",{},h("p",{},`Erased: ${d(m.erased)}; waiting: ${d(m.deferredCount)}; still running: ${d(m.pending)}. Request at `,h("a",{href:`#log?at=${m.request}`},d(m.request)),"."),ao.length>0&&h("p",{},"Receipts, under a checkpoint that is signed after the erasure: ",ao.map((K,n)=>[n>0&&", ",h("a",{href:`#proof?erased=${K}`},`event ${d(K)}`)])));}#l(c){const z=async()=>{const g=await X({title:"Place a hold",action:"Place",fields:[{name:"matter",label:"Matter",required:true},{name:"conversation",label:"Id of a conversation"},{name:"user",label:"Or of a person"},{name:"from",label:"From",hint:U,type:"date"},{name:"until",label:"Until",type:"date"}]});if(!g)return;const ah=(O)=>(O?new Date(O).getTime():undefined);const o={matter:g.matter,conversation:g.conversation||undefined,user:g.user||undefined,from:ah(g.from),until:ah(g.until)};await this.#i("placeHold",o,()=>"The hold is placed.");};return t("Holds",c.holds.length?h("ul.rows-list",{},c.holds.map((k)=>h("li",{},h("div",{},h("b",{dir:"auto"},k.matter??N(k.hold)),h("small",{},[k.conversation&&`conversation ${N(k.conversation)}`,k.user&&`person ${N(k.user)}`,k.from&&`from ${w(k.from)}`,k.until&&`until ${w(k.until)}`].filter(Boolean).join(", ")||"everything")),h("button.secondary",{type:"button",onclick:async()=>{const B=c.pendingErasures.filter((u)=>u.hold===k.hold).reduce((Z,u)=>Z+u.waiting,0);const O=B?`${j(B,"content")} will be destroyed at once, for erasures that wait for it. This cannot be undone.`:"No erasure waits for it. Its contents may be erased from then on.";if(await X({title:"Release the hold?",text:O,action:"Release",danger:true})){await this.#i("releaseHold",{hold:k.hold},()=>"The hold is released.");}}},"Release")))):h("p",{},"Nothing is held."),h("button.secondary",{type:"button",onclick:z},"Place a hold"));}#d(c){const aj=c.configuration.retention??[];const ax=async()=>{try{const e=await this.session.command("runRetention",{dryRun:true});const J=await X({title:e.erased?`Erase ${j(e.erased,"content")}?`:"Nothing is old enough",text:h("div",{},h("p",{},`${j(e.erased,"content")} are older than they may be. ${j(e.deferredCount,"content")} must wait. ${j(e.upcomingCount??0,"content")} will follow in the next 30 days.`)),action:e.erased?`Erase ${d(e.erased)}`:"Close",danger:e.erased>0});if(J&&e.erased)await this.#i("runRetention",{},(r)=>`${j(r.erased,"content")} erased.`);}catch(q){P(s(q),"bad");}};const ae=(i)=>(i===undefined?"–":j(i,"day"));return t("Retention",h("table",{},h("thead",{},h("tr",{},["Kind","At least","At most"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},aj.map((W)=>h("tr",{},h("th",{scope:"row"},W.kind),h("td",{},ae(W.minimum)),h("td",{},ae(W.maximum)))))),h("button.secondary",{type:"button",onclick:ax},"Try what would go"));}#f(c){const B=[...(c.erasing??[]),...(c.pendingErasures??[])];return t("Erasures that wait",B.length?h("ul.rows-list",{},B.slice(0,50).map((u)=>h("li",{},h("div",{},h("a",{href:`#log?at=${u.position??u.request}`},`Request ${d(u.position??u.request??0)}`),h("small",{},Object.entries(u).filter(([,i])=>typeof i!=="object").map(([name,i])=>`${name} ${i}`).join(", ")))))):h("p",{},"None."));}#h(c){const z=h("div");const E=c.moderators[0]?.user??c.moderators[0];const ag=async()=>{if(!(await R(this.session)))return;try{const{items:Y}=await this.session.reader(E,this.session.asOf).ask("reports",{limit:50});v(z,Y.length?h("ul.rows-list",{},Y.map((C)=>h("li",{},h("div",{},h("b",{dir:"auto"},`${C.reason}, by ${C.reporterName}`),h("small",{dir:"auto"},[C.details,C.preview,C.status,w(C.at)].filter(Boolean).join(" · ")))))):h("p",{},"No reports."));}catch(q){v(z,h("p.problem",{},s(q)));}};return t("Reports",E?[z,h("button.secondary.look",{type:"button",onclick:ag},icon("eye")," Show the reports")]:h("p",{},"There is no moderator; appoint one to see reports."));}}function L({bounds:H,counts:l}){const an=l.reduce((a,b)=>a+b,0);if(!an)return"–";const at=(ak)=>{let Z=0;for(let n=0;n<l.length;n+=1){Z+=l[n];if(Z>=an*ak)return H[n]??H.at(-1);}return H.at(-1);};const aa=(us)=>(us<1_000?`${us} µs`:us<1_000_000?`${us/1_000} ms`:`${us/1e6} s`);return`≤ ${aa(at(0.5))}, 99 % ≤ ${aa(at(0.99))}`;}function ad({counts:l}){const V=Math.max(...l,1);return svg("svg",{viewBox:`0 0 ${l.length*8} 28`,class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},...l.map((i,n)=>svg("rect",{x:n*8,y:28-(i?3+(i/V)*25:1),width:6,height:28,rx:1})));}function ar(g){const V=Math.max(...g,1);const af=g.map((i,n)=>`${(n/59)*120},${26-(i/V)*23}`).join(" ");return svg("svg",{viewBox:"0 0 120 28",class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},svg("polyline",{points:af||"0,26 120,26"}));}

"""#
),
ConsoleFile(
    path: "/console/past.js",
    type: "text/javascript; charset=utf-8",
    tag: #""67ab89ef798e5032ff60429ee91e57b9""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Chat,choosePerson as k}from"./chat.js";import{Differences as p}from"./differ.js";import{fill as r,h,problem as q}from"./dom.js";import{Moment}from"./moment.js";import{sentence as l}from"./session.js";import{Why}from"./why.js";export class PastScreen{#a=[];constructor(B,M){this.session=B;this.go=M;this.element=h("div.screen");}end(){this.isOver=true;this.#c();}#c(){for(const a of this.#a){a.moment.end();a.chat?.end();}this.#a=[];this.person=undefined;}mend(){if(this.#a.length===0||this.#a.some((a)=>a.shown===undefined))this.show(this.parameters);}#b;#d;show(b){this.#b=this.parameters=b;this.#d??=(async()=>{while(this.#b&&!this.isOver){const J=this.#b;this.#b=undefined;await this.#i(J);}})().finally(()=>{this.#d=undefined;});return this.#d;}async #i(b){const d=this.session.me??b.as;if(!d){this.#c();return r(this.element,await k(this.session,this.go));}const o=b.to===undefined?[b.at]:[b.at,b.to];if(this.person!==d||this.#a.length!==o.length){this.#c();try{await this.#f(d,o.length);}catch(i){return void r(this.element,q("warn",l(i)));}}try{await Promise.all(this.#a.map((a,n)=>this.#g(a,a.moment.of(o[n]))));const{c,n,m}=b;await Promise.all(this.#a.map((a)=>a.shown!==undefined&&a.chat.show({c,n,m})));}finally{for(const a of this.#a)if(!a.moment.isMoving)this.#e(a,false);}}#e({place:x},t){x.inert=t;x.setAttribute("aria-busy",String(t));}async #j(d){if(this.session.kind==="operator"){const E=await this.session.operate("state");return{first:1,last:E.size,isTime:false};}const f=this.session.reader(d);const{items:D}=await f.ask("conversations",{filter:"all",limit:500});const C=this.session.now;const F=await Promise.all(D.map(async({conversation,lastActivityAt:j})=>{const K=await f.ask("messages",{conversation,aroundOrdinal:1,limit:1});return K.items[0]?.sentAt??j;}));return{first:Math.min(C,...F),last:C,isTime:true};}async #f(d,g){const s=await this.#j(d);this.person=d;this.#a=Array.from({length:g},(_,n)=>this.#h(s,n));this.differences=g===2?new p(this.#a):undefined;const A=h("button.secondary",{type:"button",onclick:()=>this.go({to:g===2?undefined:String(s.last)})},g===2?"One moment":"Compare two moments");r(this.element,h("div.past",{},h("header.past-head",{},h("div.sliders",{},this.#a.map((a)=>a.moment.element)),A),h(`div.moments.n${g}`,{},this.#a.map((a)=>a.place))));}#h(s,n){const H=n===0?"at":"to";const a={place:h("div.moment")};a.moment=new Moment(this.session,s,{label:n===0?"Moment":"Second moment",held:()=>this.#e(a,true),moved:(e)=>{this.go({[H]:String(e)},true);this.show({...this.parameters,[H]:e});},});return a;}async #g(a,e){if(a.chat&&(a.moment.isMoving||a.shown===e))return;this.#e(a,true);const L=a.moment.show(e);const I=a.moment.span.isTime?new Date(e).toISOString():e;const f=this.session.reader(this.person,I);const w=this.session.kind==="operator"?new Why(this.session,f):{};w.drawn=()=>this.differences?.soon();const u=new Chat(f,{title:"As it was",notes:w,go:(z,v)=>this.go({...z},v),});let y=u.element;a.shown=e;try{await Promise.all([u.load(),L]);}catch(i){const G=i.code==="permissionDenied"?"This server does not show the past to its users.":i.code==="notFound"?"The log begins later.":l(i);y=q("past",G);a.shown=undefined;}a.chat?.end();a.chat=u;r(a.place,y);}}

"""#
),
ConsoleFile(
    path: "/console/proof.js",
    type: "text/javascript; charset=utf-8",
    tag: #""b7f3137b47fad12722930210da45213f""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as t,h,number as c}from"./dom.js";import{base,sentence as g}from"./session.js";import{source}from"./source.js";import{card as y,Desk,mark as d}from"./verdict.js";import{against as j,check,Fault,readCheckpoint as l}from"./verify.js";const k=new TextEncoder();export class ProofScreen{constructor(s,C){this.session=s;this.go=C;this.desk=new Desk({store:localStorage,changed:()=>this.#a()});this.server=h("section.panel");this.position=h("input",{name:"position",type:"number",min:1,required:true});this.form=h("form",{onsubmit:(event)=>{event.preventDefault();const o=event.submitter?.value==="erased";C({event:o?undefined:this.position.value,erased:o?this.position.value:undefined});}},h("label.field",{},h("span",{},"Position of an event"),this.position),h("div.buttons",{},h("button.secondary",{},"Prove it"),h("button.secondary",{value:"erased"},"Receipt of its erasure")));this.element=h("div.proof",{},h("header",{},h("h1",{},"Proof"),h("p",{},"Everything here is computed by this page. But the page came from the server that it checks: ",h("b",{},"scrollback check")," and ",h("a",{href:`${base}console/check.html`,download:"scrollback-check.html"},"a copy of the checker that you keep")," do not.")),h("div.desk",{},this.desk.keyBox,this.desk.pinBox,this.desk.drop,s.kind==="operator"&&this.server),this.desk.results);}async begin(){await this.desk.begin();await this.#a();return this.desk.status;}end(){this.desk.end();}mend(){if(!this.found)this.#a();}async show({event,erased:e}){this.desk.watch();const{asOf:w}=this.session;const r=this.begun&&w!==this.asOf;this.asOf=w;await(this.begun??=this.begin());if(r)await this.#a();const i=event??e;if(!i||(!r&&event===this.event&&e===this.erased))return;[this.event,this.erased]=[event,e];this.position.value=i;await(event?this.#c({event:Number(event)},`event ${event}`):this.#c({erased:Number(e)},`receipt of the erasure of event ${e}`));}async #a(){if(this.session.kind!=="operator")return;let b;try{b=await this.#b("checkpoint");}catch(a){return void t(this.server,h("p",{},g(a)));}this.found=b;this.position.max=b.size;for(const x of this.form.querySelectorAll("button"))x.disabled=!b.checkpoint;t(this.server,h("h2",{},this.asOf===undefined?"The server":`The server, as of position ${c(this.asOf)}`),h("p",{},`${c(b.size)} events; `,b.checkpoint?`a signed checkpoint of ${c(b.kept)}.`:"no signed checkpoint yet. Sign one with scrollback checkpoint."),b.checkpoint&&h("div.buttons",{},h("button.secondary",{type:"button",onclick:()=>this.desk.show(k.encode(b.checkpoint),"the server's checkpoint")},"Check the checkpoint"),h("button.secondary",{type:"button",onclick:()=>this.desk.keep(b.checkpoint).catch((a)=>this.#f(a))},"Keep it")),this.form,source(this.session.operator(),"checkpoint",{asOf:this.asOf}));this.desk.status=this.asOf===undefined?await this.#e(b).catch((a)=>h("p.problem",{},g(a))):undefined;this.desk.drawPin();}#b(name,n){return this.session.operate(name,{...n,asOf:this.asOf});}#f(a){this.desk.results.prepend(y("bad","the server's checkpoint",[h("p",{},a.message)]));}async #e(b){const{pin:f,key:v,fault:u}=this.desk;if(!f||u)return u;if(j(f,b)==="restored")return this.#d();if(!b.checkpoint)return d("amber","The server shows no checkpoint.");const q=await l(b.checkpoint.slice(0,-1).split("\n\n"),v);const A=v?"good":"amber";switch(j(f,q)){case"same":return d(A,v?"The server shows the same log.":"The server shows the same log; signer unknown.");case"forked":return d("bad","The server shows another history of the same size.");case"other":return d("bad","The server shows another log.");case"older":return d("bad",`The server shows a checkpoint of ${c(q.size)} events, which is older than yours.`);}const m=await this.#b("prove",{from:f.size,to:q.size}).catch(()=>undefined);if(!m)return d("amber","The server keeps no checkpoint of this size, so nothing joins the two.");try{const p=await check(k.encode(m.proof),v);if(p.older.size!==f.size||j(f,p.older)!=="same")throw new Fault("The proof is about another checkpoint.");return d(A,`Nothing of it has changed; the log has grown to ${c(p.checkpoint.size)}.`);}catch(a){return d("bad",a.message);}}async #d(){const{pin:f}=this.desk;const B=f.origin.split("/")[2];const z=await this.#b("events",{from:f.size,limit:1,epoch:B}).then(()=>undefined,(a)=>{if(a.code!=="otherEpoch")throw a;return a.fork;});if(z===undefined)return d("amber","The log was restored from a backup; all events that you know are there. Keep a new checkpoint.");const i=Number(String(z).split(":").at(-1));return d("bad",`Restored at ${c(i)}, ${c(f.size-i)} events lost. Keep a new checkpoint when you know why.`);}async #c(n,name){try{const{proof:m}=await this.#b("prove",n);await this.desk.show(k.encode(m),name);}catch(a){t(this.desk.results,y("none",name,[h("p",{},g(a))]));}}}

"""#
),
ConsoleFile(
    path: "/console/rows.js",
    type: "text/javascript; charset=utf-8",
    tag: #""6261553269bbb11ba2edfe2a35ad75b3""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
class X{count=0;#o=new Float64Array(1024);#i=new Float64Array(1025);of(d){return this.#o[d];}set(d,g){const M=g-this.#o[d];if(M===0)return;this.#o[d]=g;for(let i=d+1;i<this.#i.length;i+=i&-i)this.#i[i]+=M;}grow(q,g){if(q>this.#o.length){const L=2**Math.ceil(Math.log2(q));const V=new Float64Array(L);V.set(this.#o);V.fill(g,this.count,q);this.#o=V;this.#i=new Float64Array(L+1);for(let i=1;i<=L;i+=1){this.#i[i]+=V[i-1];const Q=i+(i&-i);if(Q<=L)this.#i[Q]+=this.#i[i];}}else{for(let i=this.count;i<q;i+=1)this.set(i,g);}this.count=q;}sum(d){let ae=0;for(let i=d;i>0;i-=i&-i)ae+=this.#i[i];return ae;}find(y){let d=0;for(let B=(this.#i.length-1)>>0;B>0;B>>=1){const f=d+B;if(f<this.#i.length&&this.#i[f]<=y){d=f;y-=this.#i[f];}}return Math.min(d,Math.max(0,this.count-1));}}const m=100;const v=12_000_000;const F=700;const O=200;const z=60;const S=76;export class Rows{count=0;#a=new X();#b=new Map();#g=new Set();#n=new Set();#d=new Map();#j=new Set();#r=[];#h=new Map();#c=0;#f={index:0,offset:0};#k=true;#m;#A=0;#q;constructor(o,{load,render:ad,skeleton:P,seen}){this.scroller=o;this.load=load;this.render=ad;this.skeleton=P;this.seen=seen;this.canvas=document.createElement("div");this.canvas.className="canvas";this.block=document.createElement("div");this.block.className="rows";this.block.setAttribute("role","feed");this.block.setAttribute("aria-label","Messages");this.canvas.append(this.block);o.replaceChildren(this.canvas);o.addEventListener("scroll",this.#s,{passive:true});this.#q=new ResizeObserver(()=>{const Y=this.#A!==o.clientWidth;this.#A=o.clientWidth;this.#l(Y);});this.#q.observe(o);this.block.addEventListener("toggle",()=>this.#l(true),true);this.block.addEventListener("grown",()=>this.#l(true));}end(){this.#q.disconnect();cancelAnimationFrame(this.#m);this.scroller.removeEventListener("scroll",this.#s);this.load=undefined;}get atEnd(){return this.#k;}item(c){return this.#b.get(c);}known(c){return c>this.count||this.#g.has(c)?null:this.#b.get(c);}find(Z){for(const e of this.#b.values())if(e.message===Z)return e;return undefined;}grow(q){if(q<=this.count)return;this.count=q;this.#a.grow(q,S);this.#e();}take({items,first:C,last:w}){this.grow(w);for(const e of items)this.#B(e);for(let c=C;c<=w;c+=1){if(this.#n.delete(c))this.#b.delete(c);if(this.#b.has(c))continue;this.#g.add(c);this.#a.set(c-1,0);}const aj=performance.now();for(let n=Math.floor((C-1)/m);n<=Math.floor((w-1)/m);n+=1){if(this.#t(n)===undefined)this.#d.set(n,aj);}this.#e();}#t(n){const w=Math.min((n+1)*m,this.count);for(let c=n*m+1;c<=w;c+=1){if(this.#n.has(c)||(!this.#b.has(c)&&!this.#g.has(c)))return c;}return undefined;}put(e){if(e.ordinal>this.count){if(e.ordinal>this.count+1)this.#d.delete(Math.floor(this.count/m));this.grow(e.ordinal);}else if(!this.#b.has(e.ordinal)&&!this.#g.has(e.ordinal)){return;}this.#B(e);this.#e();}#B(e){this.#g.delete(e.ordinal);this.#n.delete(e.ordinal);const T=this.#b.get(e.ordinal);if(!T||JSON.stringify(T)!==JSON.stringify(e))this.#b.set(e.ordinal,e);}change(c,aa){const e=this.#b.get(c);if(e)this.put({...e,...aa});}refresh(){for(const j of this.#h.values())j.item=undefined;this.#e();}reload(){this.#j.clear();this.#d.clear();for(const c of this.#b.keys()){if(!this.#h.has(c-1))this.#b.delete(c);}this.#g.clear();this.#n=new Set(this.#b.keys());this.#e();}jump(c,ab=0){const d=Math.max(0,Math.min(c,this.count)-1);this.#k=false;this.#f={index:d,offset:-ab};this.#l(false,true);}jumpToEnd(){this.#k=true;this.#l(false,true);}element(c){return this.#h.get(c-1)?.element;}neighbour(c,B){for(let f=c+B;f>=1&&f<=this.count;f+=B){if(!this.#g.has(f))return f;}return undefined;}#s=()=>{this.#w();this.#e();};#w(){const{scrollTop:r,clientHeight:D,scrollHeight:G}=this.scroller;if(Math.abs(r-this.#p)<1)return;this.#p=r;const top=r+this.#c;const d=this.#a.find(top);this.#f={index:d,offset:top-this.#a.sum(d)};this.#k=r+D>=G-4&&this.#v();}#p=0;#v(){return this.#c+v>=this.#a.sum(this.count)-1;}#e(){this.#m??=requestAnimationFrame(()=>this.#l());}#l(E=false,h=false){cancelAnimationFrame(this.#m);this.#m=undefined;if(!this.load||this.scroller.clientHeight===0)return;if(!h)this.#w();for(let K=0;K<4;K+=1){this.#z(h);if(!this.#u(E&&K===0))break;}this.#z(h);this.#G();const from=this.#a.find(this.scroller.scrollTop+this.#c)+1;const to=this.#a.find(this.scroller.scrollTop+this.#c+this.scroller.clientHeight-1)+1;this.seen?.(from,to,this.#k);}#z(h){const A=this.#a.sum(this.count);const t=this.scroller.clientHeight;const g=Math.min(A,v);let top=this.#k?A-t:this.#a.sum(this.#f.index)+this.#f.offset;top=Math.max(0,Math.min(top,A-t));const J=A-g;const U=top-this.#c;const I=(U<v/8&&this.#c>0)||(U>(v*7)/8&&this.#c<J);if(J===0)this.#c=0;else if(h||I||this.#c>J){this.#c=Math.max(0,Math.min(Math.round(top-g/2),J));}this.canvas.style.height=`${Math.max(g,t)}px`;this.#C=Math.max(0,t-A);this.block.style.top=`${this.#a.sum(this.#y)-this.#c+this.#C}px`;const k=top-this.#c;if(Math.abs(this.scroller.scrollTop-k)>=1)this.scroller.scrollTop=k;this.#p=this.scroller.scrollTop;}#C=0;#y=0;#u(H){const top=this.scroller.scrollTop+this.#c;let C=this.#a.find(Math.max(0,top-F));const w=Math.min(this.count-1,this.#a.find(top+this.scroller.clientHeight+F));const s=[];for(let d=C;d<=w&&s.length<O;d+=1){if(!this.#g.has(d+1))s.push(d);}this.#y=s[0]??0;const k=new Set(s);const u=this.block.contains(document.activeElement)?document.activeElement:undefined;for(const[d,j]of this.#h){if(k.has(d))continue;if(u&&j.element.contains(u))this.scroller.focus({preventScroll:true});j.element.remove();this.#h.delete(d);}const R=[];let f=this.block.firstChild;for(const d of s){const e=this.#b.get(d+1);const p=e&&this.#D(d+1);let j=this.#h.get(d);if(!j||j.item!==e||j.before!==p||(!e&&!j.isSkeleton)){const l=e?this.render(e,p):this.skeleton();if(!e)l.style.height=`${this.#a.of(d)||S}px`;else{l.setAttribute("aria-posinset",d+1);l.setAttribute("aria-setsize",this.count);l.dataset.ordinal=d+1;}const N=u&&j?.element===u;if(j){if(f===j.element)f=f.nextSibling;j.element.remove();}j={element:l,item:e,before:p,isSkeleton:!e};this.#h.set(d,j);R.push(d);this.block.insertBefore(l,f);if(N)l.focus({preventScroll:true});}else if(j.element===f){f=f.nextSibling;continue;}else{this.block.insertBefore(j.element,f);}}let x=false;for(const d of H?s:R){const{element:l,item:e}=this.#h.get(d);if(!e)continue;const g=l.getBoundingClientRect().height;if(Math.abs(g-this.#a.of(d))<0.01)continue;if(d===this.#f.index&&this.#f.offset>g){this.#f.offset=(this.#f.offset/this.#a.of(d))*g;}this.#a.set(d,g);x=true;}this.block.setAttribute("aria-busy",String(s.some((d)=>!this.#b.has(d+1))));return x;}#D(c){let p=c-1;while(this.#g.has(p))p-=1;return p===0?null:this.#b.get(p);}#G(){const t=this.scroller.clientHeight;const top=this.scroller.scrollTop+this.#c;const at=(y)=>Math.floor(this.#a.find(Math.max(0,y))/m);const k=[];for(let n=at(top);n<=at(top+t);n+=1)k.push(n);const[ai,af]=[at(top-6*t)-1,at(top+7*t)+1];for(let n=k[0]-1;n>=ai;n-=1)k.push(n);for(let n=at(top+t)+1;n<=af;n+=1)k.push(n);const ag=Math.floor((this.count-1)/m);this.#r=k.filter((n)=>n>=0&&n<=ag&&!this.#d.has(n)&&!this.#j.has(n));for(const n of k)if(this.#d.has(n))this.#d.set(n,performance.now());this.#F();}#F(){while(this.#j.size<3&&this.#r.length&&this.load){const n=this.#r.shift();this.#j.add(n);this.#x(n).then(()=>this.#j.delete(n),()=>setTimeout(()=>this.#j.delete(n),1_000),).finally(()=>this.load&&(this.#E(),this.#e()));}}async #x(n){let f=Math.min(n*m+m/2,this.count);for(let W=0;W<m&&this.load;W+=1){const ah=await this.load(f);if(!this.load)return;this.take(ah);f=this.#t(n);if(f===undefined)return;}}#E(){if(this.#d.size<=z)return;const ac=[...this.#d].sort((a,b)=>a[1]-b[1]).slice(0,this.#d.size-z);for(const[n]of ac){this.#d.delete(n);for(let c=n*m+1;c<=(n+1)*m;c+=1){if(!this.#h.has(c-1))this.#b.delete(c);}}}}

"""#
),
ConsoleFile(
    path: "/console/session.js",
    type: "text/javascript; charset=utf-8",
    tag: #""b5806e4edd9a2687c3d3b7ce00582576""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Client as y,ScrollbackError as k}from"./scrollback.js";const m={limit:50,filter:"active"};export const base=new URL(".",document.baseURI).href;export function claims(g){const D=g.split(".");if(D.length!==3)return undefined;try{const L=Uint8Array.from(atob(D[1].replace(/-/g,"+").replace(/_/g,"/")),(c)=>c.charCodeAt(0));const o=JSON.parse(new TextDecoder().decode(L));return typeof o?.sub==="string"?o:undefined;}catch{return undefined;}}export class Session extends EventTarget{kind;me;reason;asOf;state="connecting";#c;#b=new BroadcastChannel("scrollback-console");#i;#g;#w;#a=false;#d;#o;constructor(){super();this.#b.onmessage=({data:f})=>this.#z(f);addEventListener("online",()=>this.wake());document.addEventListener("visibilitychange",()=>{if(!document.hidden)this.wake();});}async borrow(){const J=await navigator.locks?.query().catch(()=>undefined);if(J&&!J.held.some((w)=>w.name.startsWith("scrollback-tab")))return undefined;return new Promise((j)=>{this.addEventListener("lent",(event)=>j(event.detail),{once:true});setTimeout(j,400);this.#b.postMessage({type:"hello"});});}async signIn(g){const t=claims(g);if(this.me&&t?.sub.toLowerCase()!==this.me){throw new Error("This token is of another person. Sign out to change the person.");}const h=new y({url:base,token:g,attempts:2,fetch:this.#j});if(t){this.#m={page:await h.ask("conversations",m),at:performance.now()};this.kind="user";this.me=t.sub.toLowerCase();}else{this.kind=await h.ask("state",{as:"operator"}).then(()=>"operator",(d)=>{if(d.status===403)return"backend";throw d;},);}this.#q(g);this.#b.postMessage({type:"token",token:g,kind:this.kind,me:this.me});navigator.locks?.request(`scrollback-tab-${Math.random()}`,()=>new Promise(()=>{}));}#q(g){this.#c=g;this.dispatchEvent(new Event("token"));}signOut(){this.#b.postMessage({type:"out"});this.#r();}#r(){this.#c=undefined;location.reload();}#j=async(M,i)=>{const r=String(M).includes("/v1/changes");try{const e=await fetch(M,i);if(r)this.#e=true;this.#v=Date.parse(e.headers.get("Date"));this.#k("live");return e;}catch(d){if(!i.signal?.aborted){if(r)this.#e=false;this.#k("lost");}throw d;}};#e=false;#v;#s;get now(){return this.#v||Date.now();}#k(n){if(n===this.state||(n==="live"&&this.#d&&!this.#e))return;this.state=n;this.dispatchEvent(new Event("state"));if(this.#a)this.#b.postMessage({type:"state",state:n});this.#n();}async check(){await this.#j(`${base}healthz`,{signal:AbortSignal.timeout(10_000)}).catch(()=>{});}#n(O=3_000){clearTimeout(this.#s);if(this.state!=="lost")return;this.#s=setTimeout(async()=>{await this.check();this.#n();},O);}#x(H){let v;return new y({url:base,asUser:H,fetch:this.#j,timeout:30_000,token:async()=>{if(this.#c===undefined||v===this.#c)await this.#t();v=this.#c;return v;},});}#t(){this.#i??=new Promise((j)=>{this.addEventListener("token",()=>{this.#i=undefined;j();},{once:true});this.dispatchEvent(new Event("expired"));});return this.#i;}#h=new Map();#f(b){if(!this.#h.has(b))this.#h.set(b,this.#x(b));return this.#h.get(b);}#m;#y(name,a){const u=this.#m;if(name!=="conversations"||!u||JSON.stringify(a)!==JSON.stringify(m))return undefined;this.#m=undefined;return performance.now()-u.at<5_000?u.page:undefined;}reader(b,q){const h=this.#f(this.kind==="user"?undefined:b);return{person:b,asOf:q,mayWrite:q===undefined&&this.kind!=="operator",ask:async(name,a={})=>q===undefined?this.#y(name,a)??h.ask(name,a,this.#p()):h.ask(name,{...a,asOf:q},this.#p()),do:(name,a={},i)=>h.do(name,a,i),command:(name,a)=>this.#l({as:b,ask:name,...a,asOf:q,...this.#p()}),};}operator(p=false){return{ask:(name,a)=>this.operate(name,a,{words:p}),command:(name,a)=>this.#l({as:"operator",ask:name,asOf:this.asOf,...a,...(p&&this.#p())}),};}#l({ask,...C}){const z=(o)=>`'${JSON.stringify(o).replaceAll("'","'\\''")}'`;return this.kind==="operator"?`echo ${z({as:C.as,ask,...C})} | scrollback control STORE`:`curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d ${z(C)} ${base}v1/queries/${ask}`;}async call(K,N,A){for(let E=0;;E+=1){const g=this.#c;const e=await this.#j(`${base}v1/${N}`,{method:K,body:A&&JSON.stringify(A),cache:"no-store",headers:{Authorization:`Bearer ${g}`,...(A&&{"Content-Type":"application/json"})},}).catch((d)=>{throw new k("network",d.message);});const l=await e.json().catch(()=>({}));if(e.ok)return l.ok;if(e.status!==401||E){throw new k(l.code??"invalidAnswer",l.detail??`The answer has the status ${e.status}.`,{...l,status:e.status});}if(g===this.#c)await this.#t();}}#p(){return this.kind==="operator"&&this.reason?{reason:this.reason}:{};}operate(name,a={},{words:p=false}={}){const i=p?this.#p():{};return this.#f(undefined).ask(name,{asOf:this.asOf,...a,as:"operator"},i);}command(name,a={}){return this.#f(undefined).do(name,{...a,as:"operator"});}async follow(b){if(this.#d===b)return;this.#w?.abort();this.#d=b;this.#g=undefined;this.#e=false;const stop=(this.#w=new AbortController());const B=()=>this.#A(b,stop.signal);if(!navigator.locks)return B();this.#b.postMessage({type:"where",person:b});const name=`scrollback-stream/${base}/${b}`;const F=await navigator.locks.request(name,{ifAvailable:true},async(w)=>{if(w)await B();return Boolean(w);});if(F||stop.signal.aborted)return;this.#u({event:"joined",data:{}});navigator.locks.request(name,{signal:stop.signal},B).catch(()=>{});}async #A(b,s){this.#a=true;try{while(!s.aborted){const x=new AbortController();this.#o=()=>x.abort();const h=this.#f(this.kind==="user"?undefined:b);try{const I=h.follow({since:this.#g,signal:AbortSignal.any([s,x.signal])});for await(const event of I){if(event.id!==undefined)this.#g=event.id;this.#b.postMessage({type:"event",person:b,event});this.#u(event);}}catch(d){if(s.aborted)return;if(x.signal.aborted)continue;if(d.status===403)return void(this.#d=undefined);if(d.code==="invalidCursor"||d.code==="otherEpoch")this.#g=undefined;this.#e=false;this.#k("lost");await new Promise((j)=>setTimeout(j,3_000));}}}finally{this.#a=false;}}get isLeading(){return this.#a;}wake(){if(this.state!=="lost")return;this.#o?.();this.#n(0);}#u(event){this.dispatchEvent(new CustomEvent("event",{detail:event}));}#z(f){switch(f?.type){case"hello":if(this.#c)this.#b.postMessage({type:"token",token:this.#c,kind:this.kind,me:this.me});break;case"token":if(this.#c&&f.kind===this.kind&&f.me===this.me)this.#q(f.token);else if(!this.#c)this.dispatchEvent(new CustomEvent("lent",{detail:f.token}));break;case"out":this.#r();break;case"where":if(this.#a&&f.person===this.#d){this.#b.postMessage({type:"here",person:this.#d,last:this.#g});this.#b.postMessage({type:"state",state:this.state});}break;case"here":if(!this.#a&&f.person===this.#d)this.#g=f.last;break;case"state":if(this.#a)break;this.#e=f.state==="live";this.#k(f.state);break;case"event":if(this.#a||f.person!==this.#d)break;if(f.event.id!==undefined)this.#g=f.event.id;this.#u(f.event);break;}}}export function sentence(d){if(d?.code==="network"||d?.code==="timedOut")return"The server is not reached. Try again in a moment.";if(d?.code==="rateLimited"){const G=Math.ceil((d.retryAfter??1_000)/1_000);return`Too many messages in a short time. Wait ${G} s.`;}return d?.message??String(d);}

"""#
),
ConsoleFile(
    path: "/console/source.js",
    type: "text/javascript; charset=utf-8",
    tag: #""df960cf26e73236d9ba2dfc9c48f8260""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,fill,h}from"./dom.js";import{sentence as f}from"./session.js";const g=100_000;async function json(b,c,a){const d=JSON.stringify(await b.ask(c,a),null,2);return d.length>g?`${d.slice(0,g)}\n… The command prints the rest.`:d;}const e=(d)=>h("pre",{tabindex:0,dir:"auto"},d);export function source(b,c,a={}){const i=h("div",{},"…");return h("details.source",{ontoggle:async({target})=>{if(target.open)fill(i,e(await json(b,c,a).catch(f)));}},h("summary",{},"JSON, and the command that prints it"),e(b.command(c,a)),i);}export async function showSource(b,c,a={}){const d=await json(b,c,a).catch(f);await ask({title:"JSON, and the command that prints it",action:"Close",text:h("div.source",{},e(b.command(c,a)),e(d)),});}

"""#
),
ConsoleFile(
    path: "/console/talk.js",
    type: "text/javascript; charset=utf-8",
    tag: #""0bb0b237b850c866ee8517e19c26dd8a""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,ask,avatar,clock as L,count as E,day,fill as I,h,icon as O,iconButton as k,later,pictures as X,toast as C}from"./dom.js";import{face,pending,row as p,skeleton,tapbacks as Y}from"./message.js";import{Rows}from"./rows.js";import{sentence as m}from"./session.js";import{showSource as Q}from"./source.js";const ao=()=>crypto.randomUUID();const al=["👍","❤️","😂","🎉","😮","😢","🙏","✅"];export class Talk{#e;#q;#O=new Map();#g=[];#v=0;#b=0;#B;#u;#m;#a=false;#d;constructor(U,x,{back:ag,notes={},moved,announces:T=true}={}){this.reader=U;this.conversation=x;this.notes=notes;this.moved=moved;this.title=h("h1",{dir:"auto"},"…");this.detail=h("p.talk-detail");this.face=h("span.face");this.scroller=h("div.talk-scroll",{tabindex:0,role:"group","aria-label":"Messages of the conversation"});this.live=h("p.visually-hidden",T?{"aria-live":"polite"}:{});this.newest=h("button.newest",{type:"button",hidden:true,onclick:()=>this.toEnd()},O("down"),h("span"));this.outbox=h("div.outbox");this.banner=h("div.composer-banner",{hidden:true});this.place=h("div.composer");this.element=h("div.talk",{},h("header.talk-head",{},ag&&k("back","Back to the list",ag,{class:"icon-button back"}),this.face,h("div.talk-names",{},this.title,this.detail),k("calendar","Go to a date",()=>this.#D()),k("people","Members",()=>this.#F()),k("code","JSON of the messages",()=>Q(U,"messages",{conversation:x,limit:100,aroundOrdinal:this.rows?.atEnd===false?this.#r:undefined}))),this.scroller,this.newest,this.outbox,this.banner,this.place,this.live);this.scroller.addEventListener("keydown",(event)=>this.#K(event));this.scroller.addEventListener("focusin",(event)=>this.#z(event.target.closest(".row")));this.scroller.addEventListener("pointerover",(event)=>this.#z(event.target.closest(".row")));}end(){this.#a=true;this.rows?.end();if(this.#b)this.#G(false);}async #l(H){const e=await this.reader.ask("messages",{conversation:this.conversation,limit:100,...H});const q=e.items;if(q.length===0){const af=this.rows?.count??0;return{items:q,first:1,last:af};}return{items:q,first:e.before===undefined?1:q[0].ordinal,last:e.after===undefined?Math.max(this.rows?.count??0,q.at(-1).ordinal):q.at(-1).ordinal,};}async begin({ordinal:c,message:l}={}){const[J,e,D]=await Promise.all([this.reader.ask("conversation",{conversation:this.conversation}),this.#l({}),this.reader.ask("unread",{conversation:this.conversation}).catch(()=>({})),]);if(this.#a)return;this.#e=J;this.#d=D.unread>0?D.firstUnread:undefined;this.rows=new Rows(this.scroller,{load:(n)=>this.#l({aroundOrdinal:n}),render:(a,G)=>p(a,G,this.#f),skeleton,seen:(from,to,t)=>this.#N(from,to,t),});this.#f={person:this.reader.person,showsNames:J.kind!=="direct",mayReact:this.reader.mayWrite&&J.membership==="active"&&!J.closed,firstUnread:this.#d,react:(a,j,V)=>this.#A(a,j,V),show:(id)=>this.show(id),note:this.notes.row,gap:this.notes.unseen&&((G,a)=>this.notes.unseen(this.conversation,G,a)),end:this.notes.unseen&&J.membership!=="active"?(a)=>a.ordinal===this.rows.count&&this.notes.unseen(this.conversation,a):undefined,};this.rows.take(e);this.#i();this.#n();if(c!==undefined)this.rows.jump(c,80);else if(l!==undefined)await this.show(l);else if(this.#d)await this.show(this.#d,120,false);else this.rows.jumpToEnd();}#f;take(b){if(!this.rows||this.#a)return;if(b.type==="presence"){if(this.#e.kind==="direct"&&this.#e.avatars[0]?.user===b.user){this.#e={...this.#e,online:b.online,lastSeenAt:b.lastSeenAt};this.#i();}return;}if(b.type==="erased"&&(!b.conversation||b.conversation===this.conversation)){return this.rows.reload();}if(b.conversation!==this.conversation)return;if(b.item){this.#g=this.#g.filter((d)=>d.id!==b.item.message);this.#k();const ab=b.item.ordinal>this.rows.count;if(ab&&b.item.sender===this.reader.person)this.#w(undefined);this.rows.put(b.item);if(ab&&b.item.sender!==this.reader.person){const ar=b.item.system?.text??`${b.item.senderName}: ${b.item.text??b.item.kind}`;this.live.textContent=ar.slice(0,300);this.#h+=1;this.#j();}}switch(b.type){case"typing":this.#q=b.users.length?b.text:undefined;this.#i();break;case"reaction":{const a=this.rows.find(b.message);if(a)this.rows.change(a.ordinal,{reactions:b.reactions});break;}case"receipt":case"member":this.#I();break;case"personal":case"conversation":case"ended":if(b.row){this.#e={...this.#e,...b.row};this.#i();this.#n();}break;}}#h=0;#I=later(120,async()=>{if(!this.rows||this.#a)return;const e=await this.#l({aroundOrdinal:this.#J??this.rows.count}).catch(()=>undefined);if(e&&!this.#a)this.rows.take(e);});async again(){if(!this.rows)return;const e=await this.#l({}).catch(()=>undefined);if(!e||this.#a)return;this.rows.reload();this.rows.take(e);}#o;async learn(c){if(this.#o)return;this.#o=true;const e=await this.#l({aroundOrdinal:c}).catch(()=>undefined);this.#o=false;if(!e||this.#a)return;this.rows.take(e);this.notes.drawn();}async show(l,ai=120,ad=true){let a=this.rows.find(l);if(!a){try{const e=await this.#l({around:l});this.rows.take(e);a=e.items.find((N)=>N.message===l);}catch(g){return C(g.code==="notFound"?"This message is not visible to you.":m(g),"bad");}}if(!a||this.#a)return;this.rows.jump(a.ordinal,ai);if(ad)this.#y(a.ordinal);}#y(c){requestAnimationFrame(()=>{const f=this.rows.element(c);f?.classList.add("flash");f?.focus({preventScroll:true});});}toEnd(){this.rows.jumpToEnd();this.#h=0;this.#j();}async #D(){const aa=this.rows.item(this.#r??1);const y=await ask({title:"Go to a date",action:"Go",fields:[{name:"date",label:"Date",type:"date",value:aa?new Date(aa.sentAt).toISOString().slice(0,10):""},{name:"ordinal",label:`Or an entry, 1 to ${this.rows.count}`,type:"number"},],});if(!y)return;if(y.ordinal)return this.rows.jump(Math.max(1,Math.min(Number(y.ordinal),this.rows.count)),80);if(y.date)await this.toTime(new Date(`${y.date}T00:00`).getTime());}async toTime(ak){const e=await this.#l({aroundTime:ak});this.rows.take(e);const a=e.items.find((N)=>N.sentAt>=ak)??e.items.at(-1);if(a){this.rows.jump(a.ordinal,40);this.#y(a.ordinal);}}#r;#J;#N(from,to,t){this.#r=from;this.#J=to;this.moved?.(t?undefined:from);this.notes.drawn?.();if(t)this.#h=0;this.#j(t);if(!this.reader.mayWrite||document.hidden||!document.hasFocus())return;let c=to;while(c>=from&&!this.rows.item(c))c-=1;const a=this.rows.item(c);if(a&&c>this.#v&&this.#e.membership==="active"){this.#v=c;if(this.#e.unread>0||c>(this.#s??0))this.#L(a);}}#s;#L=later(350,async(a)=>{this.#s=a.ordinal;try{const{unread:D}=await this.reader.do("markRead",{conversation:this.conversation,upTo:a.message});this.#e={...this.#e,unread:D};}catch{this.#v=0;}});#w(l){if(this.#f.firstUnread===l)return;this.#f={...this.#f,firstUnread:l};this.rows.refresh();}#j(t=this.rows.atEnd){this.newest.hidden=t;this.newest.lastChild.textContent=this.#h?E(this.#h,"new message"):"";this.newest.setAttribute("aria-label",this.#h?`${E(this.#h,"new message")}; go to the newest`:"Go to the newest");}#i(){const p=this.#e;this.title.textContent=p.title;I(this.face,X(p));const am=this.#q??(p.kind==="direct"?p.online?"online":p.lastSeenAt?`last seen ${day(p.lastSeenAt).toLowerCase()} ${L(p.lastSeenAt)}`:"":[E(p.memberCount??0,"member"),p.context&&`${p.context.kind} ${p.context.id}`].filter(Boolean).join(" · "));this.detail.textContent=p.closed?"closed":am;this.detail.classList.toggle("typing",Boolean(this.#q));}#n(){const p=this.#e;const closed=this.reader.asOf!==undefined?"This is the past: nothing can be written here.":!this.reader.mayWrite?"You look as an operator: nothing can be written here.":p.closed?"This conversation is closed.":p.membership!=="active"?"You are no longer a member of this conversation.":undefined;if(closed)return void I(this.place,h("p.composer-closed",{},O("lock"),closed));if(this.input)return;this.input=h("textarea",{rows:1,placeholder:"Message","aria-label":"Message",dir:"auto",oninput:()=>this.#C(),onkeydown:(event)=>{if(event.key==="Enter"&&!event.shiftKey&&!event.isComposing){event.preventDefault();this.#t();}else if(event.key==="Escape")this.#c();else if(event.key==="ArrowUp"&&this.input.value==="")this.#x(event);},});I(this.place,h("form",{onsubmit:(event)=>{event.preventDefault();this.#t();}},this.input,h("button.send",{type:"submit","aria-label":"Send",title:"Send"},O("send"))));}#C(){this.input.style.height="auto";this.input.style.height=`${Math.min(this.input.scrollHeight,220)}px`;const au=Date.now();if(this.input.value&&au-this.#b>3_000){this.#b=au;this.#G(true);}else if(!this.input.value&&this.#b){this.#b=0;this.#G(false);}}#G(on){this.reader.do("typing",{conversation:this.conversation,on}).catch(()=>{});}#c({reply:B,edit:M}={}){this.#B=B;this.#u=M;const a=B??M;this.banner.hidden=!a;if(a){I(this.banner,O(B?"reply":"edit"),h("div",{},h("b",{dir:"auto"},B?`Reply to ${a.senderName??"a message"}`:"Edit your message"),h("span.quote-text",{dir:"auto"},a.text??a.kind)),k("close","Cancel",()=>this.#c()));}if(M)this.input.value=M.text??"";else if(!B)this.input.value="";this.#C();this.input.focus();}#x(event){for(let c=this.rows.count;c>this.rows.count-100&&c>0;c-=1){const a=this.rows.item(c);if(a?.sender!==this.reader.person||a.system||a.deleted||a.erased)continue;event.preventDefault();return this.#c({edit:a});}}async #t(){const Z=this.input.value;if(!Z.trim())return;if(this.#u){const a=this.#u;try{await this.reader.do("edit",{message:a.message,text:Z});this.#c();}catch(g){C(m(g),"bad");}return;}const d={id:ao(),text:Z,replyTo:this.#B?.message};this.#c();this.#b=0;this.#g.push(d);this.toEnd();this.#p(d);}async #p(d){d.error=undefined;this.#k();try{const H={conversation:this.conversation,id:d.id,text:d.text,replyTo:d.replyTo};await this.reader.do("send",H);const a=await this.reader.ask("message",{message:d.id});this.#g=this.#g.filter((ap)=>ap!==d);if(!this.#a)this.rows.put(a);}catch(g){d.error=m(g);d.waits=g.code==="network"||g.code==="timedOut";}this.#k();}mend(){for(const d of this.#g)if(d.waits)this.#p(d);}#k(){I(this.outbox,this.#g.map((d)=>pending(d,()=>this.#p(d))));}async #A(a,j,s){try{const{reactions:r}=await this.reader.do(s?"unreact":"react",{message:a.message,reaction:j});this.rows.change(a.ordinal,{reactions:r});}catch(g){C(m(g),"bad");}}#z(f){if(!f?.dataset.message||f.contains(this.#m))return;const a=this.rows.item(Number(f.dataset.ordinal));if(!a)return;this.#m?.remove();const s=a.sender===this.reader.person;const u=this.#f.mayReact&&!a.deleted&&!a.erased;const w=(name,an,ae)=>k(name,an,ae);this.#m=h("div.toolbar",{role:"toolbar","aria-label":"What to do with the message"},u&&w("smile","React",(event)=>this.#M(a,event.currentTarget)),u&&w("reply","Reply",()=>this.#c({reply:a})),u&&s&&a.text&&w("edit","Edit",()=>this.#c({edit:a})),u&&s&&w("trash","Delete",()=>this.#H(a)),w("info","Details",()=>this.#E(a)));f.querySelector(".stack").append(this.#m);}#M(a,S){const ac=this.#e.reactions==="open"?al:Object.keys(Y);const o=h("div.picker",{role:"menu","aria-label":"Reactions"},ac.map((j)=>h("button",{type:"button",role:"menuitem","aria-label":j,onclick:()=>{const V=a.reactions?.some((z)=>z.reaction===j&&z.mine);o.remove();this.#A(a,j,V);}},face(j))));o.addEventListener("keydown",(event)=>{if(event.key==="Escape"){o.remove();S.focus();}const aj={ArrowRight:"nextSibling",ArrowLeft:"previousSibling"}[event.key];if(aj)document.activeElement[aj]?.focus();});o.addEventListener("focusout",(event)=>{if(!o.contains(event.relatedTarget))setTimeout(()=>o.remove());});S.parentElement.append(o);o.firstChild.focus();}async #H(a){const ah=await ask({title:"Delete this message?",text:"It goes from every screen; its place stays.",action:"Delete",danger:true,});if(!ah)return;await this.reader.do("delete",{message:a.message}).catch((g)=>C(m(g),"bad"));}async #E(a){const F=[h("p",{},`Entry ${a.ordinal}, position ${a.position}`),h("p.mono",{},a.message)];const s=a.sender===this.reader.person&&!a.system;const[v,history,r]=await Promise.all([s?this.reader.ask("receipts",{message:a.message}).catch(()=>undefined):undefined,a.edited?this.reader.ask("history",{message:a.message}).catch(()=>undefined):undefined,a.reactions?.length?this.reader.ask("reactions",{message:a.message}).catch(()=>undefined):undefined,]);const A=(aq,P)=>P?.length>0&&h("div",{},h("h3",{},aq),h("ul.plain",{},P.map((i)=>h("li",{dir:"auto"},i.name,i.at&&h("time",{},` ${ago(i.at)} ${L(i.at)}`)))));if(v)F.push(A("Read",v.read),A("Delivered",v.delivered),A("Waiting",v.waiting));if(r)F.push(...r.groups.map((z)=>A(face(z.reaction),z.users)));if(history?.versions.length){F.push(h("h3",{},"Earlier versions"),h("ol.plain",{},history.versions.map((K)=>h("li",{dir:"auto"},K.text??"",h("time",{},` ${L(K.at)}`)))));}await ask({title:"Details",text:h("div.details",{},F.filter(Boolean)),action:"Close"});}async #F(){try{const{items:q,count:af}=await this.reader.ask("members",{conversation:this.conversation,limit:100});const P=h("ul.people",{tabindex:0},q.map((i)=>h("li",{},avatar(i.user,i.name,{online:i.online}),h("span",{dir:"auto"},i.name),h("span.role",{},i.role==="member"?"":i.role))));await ask({title:E(af,"member"),text:P,action:"Close"});}catch(g){C(m(g),"bad");}}#K(event){const f=document.activeElement.closest?.(".row");const R={ArrowUp:-1,ArrowDown:1};if(event.key==="Home"||event.key==="End"){if(event.key==="Home")this.rows.jump(1);else this.toEnd();event.preventDefault();}else if(event.key in R&&!event.target.closest(".toolbar")){event.preventDefault();const from=f?Number(f.dataset.ordinal):(R[event.key]<0?this.#J+1:this.#r-1);const W=this.rows.neighbour(from,R[event.key]);if(W===undefined)return;const target=this.rows.element(W);if(!target)return this.rows.jump(W,80);target.focus({preventScroll:true});target.scrollIntoView({block:"nearest"});}}}

"""#
),
ConsoleFile(
    path: "/console/verdict.js",
    type: "text/javascript; charset=utf-8",
    tag: #""f97d028f1c94195081f0c4608858233a""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as R,h,icon as T,moment,number as c,svg as q}from"./dom.js";import{against as M,base64 as E,canVerify as p,check,Fault,hex,readCheckpoint as o,readKey as O}from"./verify.js";const H=(j)=>hex(j).slice(0,8);function aj(m,t,ah){const D=58;const F=m.length*D+34;const[ag,l,ab]=[92,200,308];const g=q("svg",{viewBox:`0 0 400 ${F}`,class:"tree",role:"img","aria-label":`The path of event ${t} to the root of ${ah} events, ${m.length-1} steps long`,});const X=(x,y,ae,f)=>[q("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:f}),Object.assign(q("text",{x,y:y+4.5,class:f}),{textContent:H(ae)}),];m.forEach((al,n)=>{const y=F-24-n*D;const w=m[n+1];if(w){const x=w.side==="left"?ag:ab;g.append(q("path",{d:`M${x} ${y-14} C ${x} ${y-34} ${l} ${y-26} ${l} ${y-D+14}`,class:"branch"}));g.append(q("path",{d:`M${l} ${y-14} V ${y-D+14}`,class:"lit"}));g.append(...X(x,y,w.sibling,"given"));}g.append(...X(l,y,al.hash,n===0?"lit leaf":n===m.length-1?"lit root":"lit"));});return h("figure",{},g,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${c(t)} up to the root `,h("span.swatch.given"),"given by the file"));}function S(B,A){const ac=Math.max(2,(B.size/A.size)*100);const ak=q("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${B.size} of ${A.size} events are unchanged`},q("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),q("rect",{x:0,y:12,width:ac*4,height:26,rx:8,class:"lit"}));return h("figure",{},ak,h("figcaption",{},`The first ${c(B.size)} of ${c(A.size)} events are the same.`));}const P={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${c(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${c(r.position)} is in the log of ${c(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${c(r.checkpoint.size)} events begins with all of the log of ${c(r.older.size)}.`,disclosure:(r)=>`Event ${c(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${c(r.position)} had a content, and the erasure at ${c(r.erasure.position)} destroyed it.`,};const V={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const ad={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};export const mark=(f,b)=>h(`p.mark.${f}`,{"data-mark":f},T(f==="good"?"sent":"warn"),b);export async function judge(j,{key:G,pin,name}={}){if(!(await p())){return card("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}let a;try{a=await check(j,G);}catch(i){if(!(i instanceof Fault))throw i;return card("bad",name,[h("p",{},i.message)]);}const I=M(pin,a.checkpoint);if(I==="forked"){return card("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}const{checkpoint:e}=a;return card(G?"good":"amber",name,[h("p.claim",{},P[a.kind](a)),!G&&h("p",{},"Paste the log's public key, from another source than this server, to know who signed it."),a.content&&h("pre.content",{dir:"auto",tabindex:0},L(a.content)),a.steps&&aj(a.steps,a.position,e.size),a.older&&S(a.older,e),a.copies?.length>0&&h("p",{},`${a.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},e.origin),h("dt",{},"Size"),h("dd",{},c(e.size)),h("dt",{},"Root"),h("dd.mono",{},E(e.root)),h("dt",{},"Signed by"),h("dd",{},G?G.name:"unknown"),pin&&[h("dt",{},"Kept"),h("dd",{},K[I])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},V[a.kind].map((b)=>h("li",{},b)))),]);}const K={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function L(u){const b=new TextDecoder("utf-8").decode(u).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return b||hex(u);}export function card(f,name,J){const aa={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${f}`,{"data-verdict":f},h("header",{},T(aa[f]),h("div",{},h("h2",{},ad[f]),name&&h("p.file",{dir:"auto"},name))),J);}export class Desk{key;pin;#d;constructor({store,changed:N}){this.store=store;this.changed=N;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const k=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(k.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),k,h("label.secondary",{for:"files"},"Choose files"));}watch(){const{signal}=(this.watching??=new AbortController());const on=(name,U,ai)=>addEventListener(name,(event)=>{if(!event.dataTransfer.types.includes("Files"))return;event.preventDefault();this.drop.classList.toggle("over",U);ai?.(event.dataTransfer.files);},{signal});on("dragover",true);on("dragleave",false);on("drop",false,(z)=>this.take(z));}end(){this.watching?.abort();}async begin(){const b=this.store?.getItem("scrollback-key");if(b)await this.#c(b).catch(()=>this.store.removeItem("scrollback-key"));await this.#a(this.store?.getItem("scrollback-pin"));this.draw();}async #c(b){this.key=await O(b);this.store?.setItem("scrollback-key",this.key.text);await this.#a(this.pin?.text);}async #b(b){const C=b.replace(/\n$/,"").split("\n\n");this.pin=await o(C,(await p())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}async #a(b){if(b)await this.#b(b).catch((i)=>{this.pin={text:b,fault:i.message};});}get fault(){return this.pin?.fault&&mark("bad",`Your kept checkpoint does not stand: ${this.pin.fault}`);}async keep(b){await this.#b(b);this.draw();this.changed?.();}async forget(Y){this[Y]=undefined;this.store?.removeItem(`scrollback-${Y}`);await this.#a(this.pin?.text);this.draw();this.changed?.();}draw(){const s=(Z,af,am)=>{const v=h("p.problem",{role:"alert"});const k=h("textarea",{rows:2,placeholder:af,spellcheck:"false","aria-label":Z});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await am(k.value);this.draw();this.changed?.();}catch(i){v.textContent=i.message;}}},k,v,h("button.secondary",{},"Use"));};R(this.keyBox,h("h2",{},"Your key"),this.key?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]:[h("p",{},"The public key of the log, from another source than this server."),s("Public key","example.com/log+1dde4531+ATtq…",(b)=>this.#c(b))]);this.drawPin(s);}drawPin(s){if(!this.pin&&!s)return;R(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin?[this.fault??[h("p",{},`${c(this.pin.size)} events`),h("p.mono",{},E(this.pin.root)),this.status],h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),s("Checkpoint","scrollback/…",(b)=>this.#b(`${b.trim()}\n`))]);}async take(z){for(const Q of z)await this.show(new Uint8Array(await Q.arrayBuffer()),Q.name);}async show(j,name){const W=await judge(j,{key:this.key,pin:this.fault?undefined:this.pin,name:name??`checked ${moment(Date.now())}`});this.results.prepend(W);return W;}}

"""#
),
ConsoleFile(
    path: "/console/verify.js",
    type: "text/javascript; charset=utf-8",
    tag: #""78ae9935b5145822d8b2c59700f29439""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
const R=new TextEncoder();const aw=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});export class Fault extends Error{}const f=(ax)=>{throw new Fault(ax);};export async function canVerify(){if(!globalThis.crypto?.subtle)return false;try{await crypto.subtle.importKey("raw",new Uint8Array(32).fill(1),"Ed25519",false,["verify"]);return true;}catch(aE){return aE.name==="DataError";}}const aa=async(...K)=>new Uint8Array(await crypto.subtle.digest("SHA-256",az(...K)));function az(...K){const g=new Uint8Array(K.reduce((aQ,G)=>aQ+G.length,0));let v=0;for(const G of K){g.set(G,v);v+=G.length;}return g;}export const same=(a,b)=>a.length===b.length&&a.every((E,n)=>E===b[n]);export const hex=(g)=>Array.from(g,(E)=>E.toString(16).padStart(2,"0")).join("");export const base64=(g)=>btoa(Array.from(g,(E)=>String.fromCharCode(E)).join(""));function m(o,length){if(!/^[A-Za-z0-9+/]*={0,2}$/.test(o)||o.length%4)f("A value is not base 64.");const g=Uint8Array.from(atob(o),(c)=>c.charCodeAt(0));if(base64(g)!==o)f("A value is not the one form of base 64.");if(length!==undefined&&g.length!==length)f(`A value has ${g.length} bytes, not ${length}.`);return g;}function Q(o){if(!/^(0|[1-9]\d{0,15})$/.test(o))f("A number is not decimal.");const q=Number(o);if(!Number.isSafeInteger(q))f("A number is too large.");return q;}const aA=(i)=>aa(new Uint8Array([0]),i);const F=(aK,aH)=>aa(new Uint8Array([1]),aK,aH);export async function readKey(o){const s=/^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(o.trim());if(!s)f("This is no key; a key is NAME+ID+BASE64.");const g=m(s[3],33);if(g[0]!==1)f("The key is not an Ed25519 key.");const id=(await aa(R.encode(`${s[1]}\n`),g)).slice(0,4);if(hex(id)!==s[2])f("The key's id does not fit the key.");return{name:s[1],id,bytes:g.slice(1),text:s[0]};}export async function readCheckpoint([P,D],r){if(P===undefined||D===undefined)f("The checkpoint is not whole.");const j=P.split("\n");if(j.length<3||j[0]==="")f("The checkpoint has no origin, size and root.");const e={origin:j[0],size:Q(j[1]),root:m(j[2],32),isSigned:false,text:`${P}\n\n${D}\n`,};const ar=D.split("\n");if(ar.length>100)f("The checkpoint has more than 100 signatures.");for(const aN of ar){const s=/^— (\S+) (\S+)$/.exec(aN);if(!s)f("A line of the checkpoint is no signature.");const g=m(s[2]);if(g.length<5)f("A signature is too short.");if(!r||s[1]!==r.name||!same(g.slice(0,4),r.id))continue;const aq=await crypto.subtle.importKey("raw",r.bytes,"Ed25519",false,["verify"]).catch(()=>f("The key is no point of Ed25519."));const ay=g.length===68&&(await crypto.subtle.verify("Ed25519",aq,g.slice(4),R.encode(`${P}\n`)));if(!ay)f("The signature of the checkpoint is not by the key.");e.isSigned=true;}if(r&&!e.isSigned)f(`The checkpoint is not signed by the key ${r.name}.`);return e;}async function rootOf(ak,J,aC,A){if(J>=aC)f("The event is not within the size of the checkpoint.");let[z,H,C]=[J,aC-1,ak];const Y=[{hash:ak}];for(const L of A){if(H===0)f("The path has too many hashes.");const T=z%2===1||z===H;C=T?await F(L,C):await F(C,L);Y.push({sibling:L,side:T?"left":"right",hash:C});if(T)while(z%2===0&&z!==0)[z,H]=[Math.floor(z/2),Math.floor(H/2)];[z,H]=[Math.floor(z/2),Math.floor(H/2)];}if(H!==0)f("The path has too few hashes.");return{root:C,steps:Y};}const av=(C,e)=>{if(!same(C,e.root))f("The path does not lead to the root that was signed.");};async function checkGrowth(k,u,A){if(k.origin!==u.origin)f("The two checkpoints are of different logs.");if(k.size<1||k.size>u.size)f("The older size is 0 or beyond the newer one.");if(k.size===u.size){if(A.length)f("Equal sizes need no hashes.");if(!same(k.root,u.root))f("Two roots of one size: two histories were shown.");return;}const af=[...A];let aB=k.size;while(aB%2===0)aB/=2;if(aB===1)af.unshift(k.root);if(!af.length)f("The proof has too few hashes.");let[z,H]=[k.size-1,u.size-1];while(z%2===1)[z,H]=[Math.floor(z/2),Math.floor(H/2)];let[B,t]=[af[0],af[0]];for(const L of af.slice(1)){if(H===0)f("The proof has too many hashes.");if(z%2===1||z===H){B=await F(L,B);t=await F(L,t);while(z%2===0&&z!==0)[z,H]=[Math.floor(z/2),Math.floor(H/2)];}else{t=await F(t,L);}[z,H]=[Math.floor(z/2),Math.floor(H/2)];}if(H!==0)f("The proof has too few hashes.");if(!same(B,k.root))f("The older root is not where the proof begins.");if(!same(t,u.root))f("The newer log does not begin with the older one.");}function O(g){const W=[];let v=0;const ah=()=>{let[q,am]=[0n,0n];for(;;){if(v>=g.length||am>63n)f("An envelope is cut off.");const E=g[v++];q|=BigInt(E&0x7f)<<am;if(E<0x80)return q;am+=7n;}};while(v<g.length){const aI=Number(ah());const w=aI%8;let q;if(w===0)q=ah();else if(w===1||w===5||w===2){const length=w===1?8:w===5?4:Number(ah());if(v+length>g.length)f("An envelope is cut off.");q=g.subarray(v,(v+=length));}else f("An envelope has a field of an unknown kind.");W.push({number:Math.floor(aI/8),kind:w,value:q});}return W;}function ao(i){const X=O(i).filter((N)=>N.number===10);if(X.length!==1||X[0].kind!==2||X[0].value.length!==32)f("The event has no seal of a content.");return X[0].value;}function ae(i,ad){const Z=O(i).filter((N)=>N.number>=16);if(Z.length!==1||Z[0].number!==ad||Z[0].kind!==2)return undefined;return Z[0].value;}class I{constructor(l){this.lines=l.split("\n");this.place=0;}take(name){const U=this.lines[this.place++]??"";if(!U.startsWith(`${name} `))f(`A line "${name}" is missing.`);return U.slice(name.length+1);}peek(name){return this.lines[this.place]?.startsWith(`${name} `);}hashes(aM){const V=this.lines.slice(this.place);this.place=this.lines.length;if(V.length>aM)f("There are too many hashes.");return V.map((U)=>m(U,32));}}const p=(o)=>{const g=m(o);if(g.length<1||g.length>32_768)f("An envelope has 1 byte to 32 KiB.");return g;};export async function check(g,r){if(g.length>6_000_000)f("The file is too large for this page; use scrollback check.");let o;try{o=aw.decode(g);}catch{f("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");}if(/[\0-\x09\x0b-\x1f]/.test(o))f("The file has a control character.");if(!o.endsWith("\n"))f("The last line has no end.");const h=o.slice(0,-1).split("\n\n");if(h.some((l)=>l===""||l.startsWith("\n")||l.endsWith("\n"))){f("The file has empty lines where none belong.");}const w=h[0].split("\n",1)[0];const ac=aF[w];if(ac){if(ac.paragraphs&&h.length!==ac.paragraphs)f("The file has too few or too many parts.");return{kind:ac.kind,...(await ac.check(h,r))};}if(h.length!==2)f("The first line names no kind of proof.");return{kind:"checkpoint",checkpoint:await readCheckpoint(h,r)};}async function inclusion(j,e,i){const J=Q(j.take("index"));const A=j.hashes(63);const ak=await aA(i);const{root:C,steps:Y}=await rootOf(ak,J,e.size,A);av(C,e);return{index:J,position:J+1,steps:Y,envelope:i};}const aF={"c2sp.org/tlog-proof@v1":{kind:"inclusion",paragraphs:3,async check([M,...V],r){const e=await readCheckpoint(V,r);const j=new I(M.slice(M.indexOf("\n")+1));if(!j.peek("extra"))f("The file has no envelope.");const i=p(j.take("extra"));return{checkpoint:e,...(await inclusion(j,e,i))};},},"scrollback-consistency/v1":{kind:"consistency",paragraphs:5,async check([M,a,b,c,d],r){const k=await readCheckpoint([a,b],r);const u=await readCheckpoint([c,d],r);const j=M.split("\n").slice(1);if(j.length>64)f("There are too many hashes.");await checkGrowth(k,u,j.map((U)=>m(U,32)));return{older:k,checkpoint:u};},},"scrollback-disclosure/v1":{kind:"disclosure",paragraphs:4,async check([M,al,...V],r){const e=await readCheckpoint(V,r);const j=new I(M.slice(M.indexOf("\n")+1));const aO=m(j.take("salt"),16);const ai=m(j.take("content"));const i=p(j.take("envelope"));if(j.place!==j.lines.length)f("The first part has further lines.");if(!al.startsWith("c2sp.org/tlog-proof@v1\n"))f("The proof within is missing.");const W=await inclusion(new I(al.slice(al.indexOf("\n")+1)),e,i);const aJ=await crypto.subtle.importKey("raw",aO,{name:"HMAC",hash:"SHA-256"},false,["sign"]);const aP=await crypto.subtle.sign("HMAC",aJ,az(R.encode("scrollback/content/1"),ai));if(!same(new Uint8Array(aP),ao(i)))f("The content is not the one that was sealed.");return{checkpoint:e,content:ai,...W};},},"scrollback-erasure/v1":{kind:"erasure",async check(h,r){const e=await readCheckpoint(h.slice(-2),r);const B=new I(h[0].slice(h[0].indexOf("\n")+1));const an=Q(B.take("copies"));if(an>100||h.length!==an+4)f("The file has too few or too many parts.");const y=p(B.take("erased"));const ab=await inclusion(B,e,y);const t=new I(h[1]);const x=p(t.take("erasure"));const S=await inclusion(t,e,x);ao(y);if(ab.index>=S.index)f("The erasure is not behind the erased event.");const P=ae(x,22)??f("The second event is no erasure.");const aG=O(P).filter((N)=>N.number===1).some(({kind:w,value:q})=>{if(w!==2)f("A range of the erasure is not readable.");const K=O(q);const au=(ad)=>K.filter((G)=>G.number===ad);if([1,2].some((n)=>au(n).length>1||au(n).some((G)=>G.kind!==0)))f("A range of the erasure is not readable.");const[from,length]=[au(1)[0]?.value??0n,au(2)[0]?.value??0n];const ag=BigInt(ab.position);return from>=1n&&length>=1n&&ag>=from&&ag<from+length;});if(!aG)f("The erasure does not name the event.");const k=[];for(const l of h.slice(2,-2)){const j=new I(l);const i=p(j.take("copy"));const ap=await inclusion(j,e,i);if(!ae(i,113))f("A copy is not the beginning of a copy of the keys.");if(ap.index>=S.index||ap.index<=(k.at(-1)?.index??-1))f("The copies are not in the order of the log.");k.push(ap);}return{checkpoint:e,...ab,erasure:S,copies:k};},},};export function against(aj,e){if(!aj)return undefined;if(aj.origin!==e.origin){const[aL,aD]=[aj.origin,e.origin].map((origin)=>origin.split("/").slice(0,2).join("/"));return aL===aD?"restored":"other";}if(aj.size===e.size)return same(aj.root,e.root)?"same":"forked";return aj.size<e.size?"newer":"older";}

"""#
),
ConsoleFile(
    path: "/console/why.js",
    type: "text/javascript; charset=utf-8",
    tag: #""24c6fe8978583220e0b103955cb94572""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{count,fill,grown,h,moment as c,number as r,short}from"./dom.js";import{sentence as t}from"./session.js";const y=100;export const because=(e)=>h("div.because",{},h("p",{},h("b",{},e.visible?"Visible":"Not visible"),e.visible&&!e.content?", without its content":""),h("ul",{},(e.because??[]).map((b)=>h("li",{},b.reason,b.position!==undefined&&[" — ",h("a",{href:`#log?at=${b.position}`},`position ${r(b.position)}`)],b.at!==undefined&&`, ${c(b.at)}`))));const d=(name,m,F)=>{const l=h("div",{},"…");let f=false;return h(`details.${name}`,{ontoggle:async({target})=>{if(!target.open||f)return;f=true;fill(l,await F().catch((B)=>{f=false;return h("p.problem",{},t(B));}));grown(l);}},h("summary",{},m),l);};export class Why{constructor(x,A){this.session=x;this.reader=A;}#b(name,j){return this.session.operate(name,{...j,asOf:this.reader.asOf});}async #a(w){return because(await this.#b("explain",{message:w,user:this.reader.person}));}row=(g)=>d("why","Why visible?",()=>this.#a(g.message));unseen=(a,n,g)=>{const o=g?g.ordinal-(n?.ordinal??0)-1:undefined;const m=o===undefined?"Entries that are not visible":`${count(o,"entry","entries")} not visible`;return d("why.unseen",m,async()=>{const i=[];let from=(n?.position??0)+1;while(from!==undefined&&i.length<y){const z=await this.#b("events",{conversation:a,from,until:g?g.position-1:this.reader.asOf,limit:500});i.push(...z.items.filter(({type:H,fields:j})=>H==="messageSent"||j.entry));from=z.next;}return i.length===0?h("p",{},"None."):h("ol.plain",{},i.map((event)=>h("li",{},h("a",{href:`#log?at=${event.position}`},`position ${r(event.position)}`),` ${event.type}, ${c(event.at)}`,d("why","Why not?",()=>this.#a(event.fields.entry??event.fields.message)))),from!==undefined&&h("li",{},"There are more; the log shows them."));});};list=(E)=>d("why.memberships","Why these conversations?",async()=>{const{items:C,next:G}=await this.#b("memberships",{user:this.reader.person,limit:y});const D=await Promise.all(C.map(async({conversation:a,joinedAt:k,leftAt:p})=>{const q=E.rows.get(a);const u=q??(await this.reader.ask("conversation",{conversation:a}).catch(()=>undefined));const s=u?["archived","hidden"].filter((name)=>u[name]):["not shown to this person"];const v=u?.membership==="active"&&s.length===0;return h("li",{},h("b",{dir:"auto"},u?.title??short(a)),q?", listed: ":v?", further down: ":", not in this list: ",[p===undefined?`member since ${c(k)}`:`member from ${c(k)} to ${c(p)}`,...s].join(", "));}));return h("ul.plain",{},D,h("li",{},G===undefined?"Of all other conversations the person was never a member.":"There are more; the query memberships lists them."));});}

"""#
),
ConsoleFile(
    path: "/console/console.css",
    type: "text/css; charset=utf-8",
    tag: #""03f3c744379ccb657b597efc9efaf3c7""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
:root{
color-scheme:light dark;
--paper:light-dark(#f5f4f1,#131315);
--panel:light-dark(#fff,#1a1b1e);
--raised:light-dark(#fff,#242529);
--hover:light-dark(#efede8,#232428);
--line:light-dark(#e3e0d9,#2d2e33);
--ink:light-dark(#1d1c1a,#ececee);
--soft:light-dark(#635f59,#a6a5ad);
--accent:light-dark(#3450c8,#9aa9ff);
--strong:light-dark(#3450c8,#4659d6);
--tint:light-dark(#e7ebff,#272d55);
--mine:light-dark(#e2e7ff,#2b3269);
--theirs:light-dark(#fff,#232428);
--good:light-dark(#0f6b33,#62d190);
--good-tint:light-dark(#e2f4e8,#15301f);
--amber:light-dark(#8a4f00,#f2bb66);
--amber-tint:light-dark(#fdf0d9,#362711);
--bad:light-dark(#b3211f,#ff918a);
--bad-tint:light-dark(#fde7e5,#3b1917);
--shadow:0 1px 2px light-dark(#0000000f,#0006),0 6px 24px light-dark(#0000001a,#0009);
--radius:14px;
--mono:ui-monospace,"SF Mono","Cascadia Mono","JetBrains Mono",Menlo,"DejaVu Sans Mono",monospace;
font:400 clamp(15px,11.2px + .23vw,20px)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Inter,"Helvetica Neue","Noto Sans",sans-serif,"Noto Color Emoji";
background:var(--paper);
color:var(--ink);
accent-color:var(--accent);
scrollbar-color:light-dark(#c9c5bd,#45464d) transparent;
}
*{box-sizing:border-box}
html,body,#app{height:100%}
body{margin:0;overflow:hidden;-webkit-text-size-adjust:100%}
h1,h2,h3,p,ul,ol{margin:0;padding:0}
ul,ol{list-style:none}
h1{font-size:1.35rem;font-weight:680;letter-spacing:-.015em}
h2{font-size:1.02rem;font-weight:640;letter-spacing:-.005em}
h3{font-size:.82rem;font-weight:640;color:var(--soft);margin:1rem 0 .3rem}
a{color:var(--accent)}
button,input,select,textarea{font:inherit;color:inherit}
button{cursor:pointer;background:none;border:0;padding:0}
button:disabled{cursor:default}
input,select,textarea{
background:var(--panel);border:1px solid light-dark(#8f8b84,#6d6e76);border-radius:10px;padding:.5em .7em;min-width:0;
}
textarea{resize:vertical}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.icon{width:1.25em;height:1.25em;fill:none;stroke:currentColor;stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round;flex:none;vertical-align:-.25em}
.icon-button{display:inline-grid;place-items:center;width:2.3em;height:2.3em;border-radius:10px;color:var(--soft);flex:none}
.icon-button:hover{background:var(--hover);color:var(--ink)}
.visually-hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.mono{font-family:var(--mono);font-size:.8rem}
.link{color:var(--accent);text-decoration:underline;text-underline-offset:.15em}
.skip{position:fixed;left:1rem;top:-4rem;z-index:9;background:var(--strong);color:#fff;padding:.5rem 1rem;border-radius:10px}
.skip:focus{top:1rem}
.primary,.secondary{border-radius:10px;padding:.55em 1.1em;font-weight:600}
.primary{background:var(--strong);color:#fff}
.primary:hover{filter:brightness(1.08)}
.primary:disabled{opacity:.6}
.primary.danger{background:light-dark(#b3211f,#c0332f)}
.secondary{border:1px solid var(--line);background:var(--panel)}
.secondary:hover{background:var(--hover)}
.field{display:grid;gap:.3rem}
.field >span{font-size:.85rem;font-weight:560;color:var(--soft)}
.shell{display:grid;grid-template-columns:auto minmax(0,1fr);height:100%}
main{min-width:0;min-height:0;height:100%}
.shell main{display:flex;flex-direction:column}
main >:last-child{flex:1 1 0;min-height:0}
.screen{height:100%;min-height:0}
.rail{display:flex;flex-direction:column;gap:.25rem;padding:.9rem .5rem;border-right:1px solid var(--line);width:5.2rem;align-items:stretch}
.rail a{position:relative;display:grid;justify-items:center;gap:.15rem;padding:.5rem .2rem;border-radius:12px;color:var(--soft);text-decoration:none;font-size:.74rem;font-weight:560}
.rail a .icon{width:1.6em;height:1.6em;font-size:1.05rem}
.kept{position:absolute;top:.35rem;right:.9rem;width:.7rem;height:.7rem;border-radius:50%;background:var(--amber);border:2px solid var(--paper)}
.kept.good{background:var(--good)}
.kept.bad{background:var(--bad)}
.rail a:hover{background:var(--hover);color:var(--ink)}
.rail a[aria-current]{background:var(--tint);color:var(--accent)}
.rail .spacer{flex:1}
.rail .icon-button{align-self:center}
.connection{position:fixed;left:50%;top:.8rem;transform:translate(-50%,-4rem);transition:transform .25s;z-index:8;display:flex;gap:.5rem;align-items:center;padding:.5rem 1rem;border-radius:99px;background:var(--amber-tint);color:var(--amber);font-weight:560;font-size:.88rem;box-shadow:var(--shadow);visibility:hidden}
.connection.lost{transform:translate(-50%,0);visibility:visible}
#toasts{position:fixed;bottom:5.5rem;left:50%;transform:translateX(-50%);z-index:9;display:grid;gap:.5rem;width:max-content;max-width:min(32rem,92vw)}
.toast{background:light-dark(#26252a,#ececee);color:light-dark(#fff,#1a1a1c);padding:.6rem 1rem;border-radius:12px;box-shadow:var(--shadow)}
.toast.bad{background:light-dark(#8f1917,#ffd9d6);color:light-dark(#fff,#5c0f0d)}
dialog{border:0;border-radius:18px;background:var(--raised);color:inherit;box-shadow:var(--shadow);padding:1.4rem;width:min(28rem,92vw);max-height:86vh}
dialog::backdrop{background:#0008}
dialog form{display:grid;gap:.9rem}
dialog p{color:var(--soft)}
.buttons{display:flex;justify-content:flex-end;gap:.5rem}
.buttons button:not(.primary){padding:.55em 1.1em;border-radius:10px}
.buttons button:not(.primary):hover{background:var(--hover)}
.nothing{height:100%;display:grid;place-content:center;justify-items:center;gap:.6rem;color:var(--soft);text-align:center;padding:2rem}
.nothing h1{font-size:1rem;font-weight:400}
.nothing .icon{width:2.4rem;height:2.4rem;stroke-width:1.2}
.front{display:grid;place-items:center;padding:1rem;background:radial-gradient(60rem 40rem at 50% -10rem,var(--tint),transparent)}
.front-card{width:min(25rem,100%);background:var(--panel);border:1px solid var(--line);border-radius:22px;padding:2rem;box-shadow:var(--shadow)}
.brand{font-weight:700;letter-spacing:-.01em;color:var(--accent);margin-bottom:1.4rem}
.sign-in{display:grid;gap:.9rem}
.sign-in p{color:var(--soft);font-size:.92rem}
.sign-in .problem{color:var(--bad)}
.problem:empty{display:none}
.choose{max-width:36rem;margin:0 auto;padding:3rem 1.2rem;display:grid;gap:1rem;overflow-y:auto;max-height:100%}
.choose p{color:var(--soft)}
.choose form{display:grid;gap:.8rem;justify-items:start}
.choose .field{width:100%}
.avatar{position:relative;display:inline-grid;place-items:center;width:2.7rem;height:2.7rem;border-radius:50%;flex:none;font-weight:620;font-size:.92rem;letter-spacing:.01em;--h:250;background:light-dark(hsl(var(--h) 62% 88%),hsl(var(--h) 32% 27%));color:light-dark(hsl(var(--h) 60% 25%),hsl(var(--h) 70% 86%));user-select:none}
.letters{overflow:clip;max-width:90%;max-height:100%;white-space:nowrap}
.tone0{--h:8}.tone1{--h:28}.tone2{--h:48}.tone3{--h:88}.tone4{--h:142}.tone5{--h:168}.tone6{--h:192}.tone7{--h:214}.tone8{--h:236}.tone9{--h:262}.tone10{--h:292}.tone11{--h:332}
.dot{position:absolute;right:-.05rem;bottom:-.05rem;width:.8rem;height:.8rem;border-radius:50%;background:light-dark(#1f9d55,#3ecf7f);border:.16rem solid var(--panel)}
.pair{display:block;position:relative;width:2.7rem;height:2.7rem;flex:none}
.pair .avatar{position:absolute;width:1.85rem;height:1.85rem;font-size:.66rem}
.pair .avatar:first-child{right:0;top:0}
.pair .avatar:last-child{left:0;bottom:0;outline:2px solid var(--panel)}
.people{display:grid;gap:.1rem;max-height:50vh;overflow-y:auto}
.people li,.choice button{display:flex;align-items:center;gap:.7rem;padding:.4rem .3rem;width:100%;text-align:start;border-radius:12px;min-width:0}
.choice li{padding:0}
.choice button:hover{background:var(--hover)}
.choice .mono{color:var(--soft);margin-left:auto;overflow:hidden;text-overflow:ellipsis}
.role{margin-left:auto;color:var(--soft);font-size:.82rem}
.chat{display:grid;grid-template-columns:minmax(18rem,23rem) minmax(0,1fr);height:100%;min-height:0}
.list{display:flex;flex-direction:column;min-height:0;background:var(--panel);border-right:1px solid var(--line);min-width:0}
.list-head{display:flex;align-items:center;justify-content:space-between;gap:.5rem;padding:1rem 1rem .5rem 1.2rem;min-height:4rem}
.list-head h1{flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list-tools{display:flex;gap:.5rem;padding:0 1rem .7rem}
.list-tools input,.list-tools select{border-color:transparent;background:var(--hover);width:100%}
.list-tools select{width:auto;max-width:7rem;font-size:.85rem}
.searching{position:relative;flex:1;min-width:0;color:var(--soft)}
.searching .icon{position:absolute;left:.65rem;top:50%;transform:translateY(-50%);width:1.1em}
.searching input{padding-left:2.2rem}
.list-scroll{overflow-y:auto;flex:1;padding:0 .5rem .5rem}
.conversation{display:grid;grid-template-columns:auto minmax(0,1fr);grid-template-rows:auto auto;column-gap:.8rem;align-items:center;width:100%;padding:.6rem .7rem;border-radius:var(--radius);text-align:start;content-visibility:auto;contain-intrinsic-size:auto 4rem}
.conversation >:first-child{grid-row:1 / 3}
.conversation:hover{background:var(--hover)}
.conversation.selected{background:var(--tint)}
.conversation:focus-visible{outline-offset:-2px}
.conversation-top,.conversation-bottom{display:flex;align-items:center;gap:.4rem;min-width:0}
.conversation .title{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;flex:1}
.conversation .icon{width:.95rem;height:.95rem;color:var(--soft)}
.conversation time{font-size:.78rem;color:var(--soft);flex:none}
.conversation.unread time{color:var(--accent);font-weight:600}
.preview-text{flex:1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;color:var(--soft);font-size:.9rem;unicode-bidi:isolate;max-height:1.5em}
.unread .preview-text{color:var(--ink)}
.typing{color:var(--accent) !important}
.badge{background:var(--strong);color:#fff;border-radius:99px;font-size:.74rem;font-weight:650;min-width:1.5em;padding:.1em .5em;text-align:center;flex:none}
.badge.quiet{background:light-dark(#6d6963,#54555d)}
.empty{padding:2rem 1rem;color:var(--soft);text-align:center}
.talk-pane{min-width:0;min-height:0;height:100%}
.talk{display:flex;flex-direction:column;height:100%;min-height:0;position:relative}
.talk-head{display:flex;align-items:center;gap:.7rem;padding:.6rem 1rem;min-height:4rem;border-bottom:1px solid var(--line);background:var(--panel)}
.face >.avatar{width:2.4rem;height:2.4rem}
.talk-names{flex:1;min-width:0}
.talk-names h1{font-size:1.02rem;font-weight:640;letter-spacing:-.005em}
.talk-names h1,.talk-detail{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.talk-detail{color:var(--soft);font-size:.82rem;min-height:1.2em}
.back{display:none}
.talk-scroll{flex:1;overflow-y:auto;overflow-x:hidden;overflow-anchor:none;min-height:0;position:relative}
.talk-scroll:focus-visible{outline-offset:-3px}
.canvas{position:relative;contain:layout style}
.rows{position:absolute;inset:0 0 auto}
.row{display:flow-root;padding:.1rem max(1rem,calc(50% - 25rem));contain:layout style}
.row:not(.follows){padding-top:.55rem}
.row:focus-visible{outline:none}
.row:focus-visible .bubble{outline:2px solid var(--accent);outline-offset:2px}
.line{display:flex;gap:.6rem;align-items:flex-start}
.line .avatar,.no-avatar{width:2.1rem;height:2.1rem;font-size:.74rem;flex:none}
.no-avatar{height:0}
.stack{position:relative;display:flex;flex-direction:column;align-items:flex-start;max-width:min(38rem,82%);min-width:0}
.mine .line{justify-content:flex-end}
.mine .stack{align-items:flex-end}
.bubble{position:relative;background:var(--theirs);border:1px solid var(--line);border-radius:4px 18px 18px 18px;padding:.45rem .8rem .4rem;max-width:100%;min-width:0}
.follows .bubble{border-radius:18px}
.mine .bubble{background:var(--mine);border-color:transparent;border-radius:18px 4px 18px 18px}
.mine.follows .bubble{border-radius:18px}
.sender{display:block;font-size:.82rem;font-weight:640;color:var(--accent);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-height:1.5em}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate;overflow:clip;display:inline}
.bubble .text{display:block}
.text.long{max-height:40em;overflow:hidden;mask-image:linear-gradient(#000 85%,#0000)}
.text.long.open{max-height:80vh;overflow-y:auto;mask-image:none}
.more{color:var(--accent);font-weight:600;padding:.2rem 0}
.mention{color:var(--accent);font-weight:600}
.meta{display:flex;justify-content:flex-end;align-items:center;gap:.25em;font-size:.72rem;color:var(--soft);margin-top:.05rem;white-space:pre}
.mine .meta{color:light-dark(#56557a,#b2b5d8)}
.status .icon{width:1.15em;height:1.15em;stroke-width:2.2}
.status.read{color:var(--accent)}
.gone{color:var(--soft);font-style:italic}
.forwarded,.priority{font-size:.78rem;color:var(--soft);display:flex;align-items:center;gap:.3em}
.priority{color:var(--amber);font-weight:600}
.quote{display:grid;text-align:start;width:100%;border-left:3px solid var(--accent);background:light-dark(#0000000a,#ffffff0f);border-radius:8px;padding:.3rem .6rem;margin:.15rem 0 .3rem;min-width:0}
.quote-name{font-size:.78rem;font-weight:640;color:var(--accent)}
.quote-text{font-size:.85rem;color:var(--soft);overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow-wrap:anywhere}
.mine .quote-text{color:light-dark(#56557a,#b2b5d8)}
.media{display:grid;grid-template-columns:auto minmax(0,1fr);column-gap:.7rem;align-items:center;border-radius:12px;background:light-dark(#0000000d,#ffffff12);padding:.6rem .8rem;margin:.2rem 0;min-width:min(15rem,60vw)}
.media >.icon{grid-row:1 / 3;width:1.7rem;height:1.7rem;color:var(--accent);stroke-width:1.5}
.media-name{font-weight:560;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;align-self:end}
.media-detail{font-size:.78rem;color:light-dark(#57534e,#b2b5c4);align-self:start;grid-column:2}
.media.image{width:min(22rem,62vw);max-height:18rem;grid-template-columns:1fr;align-content:center;justify-items:center;text-align:center;background:light-dark(#dfe4f3,#2a2e42);background-image:linear-gradient(135deg,#ffffff30,#00000018)}
.media.image >.icon{grid-row:auto;width:2.2rem;height:2.2rem}
.media.image .media-detail{grid-column:1}
.media.image .media-name{max-width:100%}
.media.audio{display:flex}
.wave{width:9rem;height:1.6rem;fill:var(--accent);opacity:.75}
.media.audio span{font-size:.8rem;margin-left:auto}
.preview{border-left:3px solid var(--line);padding-left:.6rem;margin-top:.3rem;display:grid;font-size:.88rem;overflow-wrap:anywhere}
.preview span{color:var(--soft)}
.reactions{display:flex;flex-wrap:wrap;gap:.25rem;margin:-.15rem .4rem .1rem;position:relative}
.reaction{display:inline-flex;gap:.3em;align-items:center;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.05em .5em;font-size:.85rem;color:inherit}
.reaction.mine{border-color:var(--accent);background:var(--tint)}
.reaction span{font-size:.78rem;font-weight:600}
.toolbar{position:absolute;top:-1.2rem;right:.2rem;display:flex;background:var(--raised);border:1px solid var(--line);border-radius:12px;padding:.1rem;box-shadow:var(--shadow);z-index:2;opacity:0;pointer-events:none}
.mine .toolbar{right:auto;left:.2rem;transform:translateX(min(0px,100% - 10rem))}
.row:hover .toolbar,.row:focus-within .toolbar{opacity:1;pointer-events:auto}
.toolbar .icon-button{width:1.95em;height:1.95em}
.picker{position:absolute;bottom:calc(100% + .3rem);left:50%;transform:translateX(-50%);display:flex;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.2rem .4rem;box-shadow:var(--shadow);font-size:1.25rem}
.picker button{padding:.1em .25em;border-radius:10px}
.picker button:hover{background:var(--hover)}
.row.system{text-align:center}
.row.system p span{display:inline-block;font-size:.8rem;color:var(--soft);padding:.15rem .8rem;overflow-wrap:anywhere;max-width:100%;max-height:4.5em;overflow:clip}
.row.system:focus-visible p{outline:2px solid var(--accent);border-radius:10px}
.day{display:flex;justify-content:center;margin:.9rem 0 .5rem}
.day span{font-size:.78rem;font-weight:600;color:var(--soft);background:var(--hover);border-radius:99px;padding:.15rem .8rem}
.unread-line{display:flex;align-items:center;gap:.8rem;color:var(--bad);font-size:.78rem;font-weight:650;margin:.6rem 0 .4rem}
.unread-line::before,.unread-line::after{content:"";flex:1;height:1px;background:currentColor;opacity:.4}
.flash .bubble{animation:flash 1.6s}
@keyframes flash{30%{background:var(--amber-tint)}}
.skeleton{overflow:hidden}
.ghost{width:min(22rem,50vw);height:2.6rem;border-radius:18px;background:var(--hover)}
.outbox{max-height:40vh;overflow-y:auto;flex:none}
.outbox .row:last-child{padding-bottom:.5rem}
.pending .bubble{opacity:.7}
.failure{color:var(--bad);font-size:.82rem}
.newest{position:absolute;right:max(1.2rem,calc(50% - 25rem));bottom:5rem;display:flex;gap:.4rem;align-items:center;background:var(--raised);border:1px solid var(--line);border-radius:99px;padding:.5rem;box-shadow:var(--shadow);font-size:.85rem;font-weight:600;z-index:3}
.newest[hidden]{display:none}
.newest span:not(:empty){padding-right:.4rem}
.composer{padding:.6rem max(1rem,calc(50% - 25rem)) max(.8rem,env(safe-area-inset-bottom))}
.composer form{display:flex;align-items:flex-end;gap:.4rem;background:var(--raised);border:1px solid light-dark(#8f8b84,#6d6e76);border-radius:22px;padding:.3rem .35rem .3rem .9rem}
.composer form:focus-within{border-color:var(--accent);box-shadow:0 0 0 1px var(--accent)}
.composer textarea{flex:1;border:0;background:none;resize:none;padding:.35rem 0;outline:none;max-height:220px;line-height:1.45}
.send{width:2.3em;height:2.3em;border-radius:50%;background:var(--strong);color:#fff;display:grid;place-items:center;flex:none}
.composer-closed{color:var(--soft);font-size:.88rem;display:flex;gap:.5rem;justify-content:center;align-items:center;padding:.5rem}
.composer-banner{display:flex;gap:.7rem;align-items:center;padding:.5rem max(1rem,calc(50% - 25rem)) 0;color:var(--soft)}
.composer-banner[hidden]{display:none}
.composer-banner div{flex:1;min-width:0;display:grid;color:var(--ink);font-size:.88rem}
.details{display:grid;gap:.2rem;max-height:60vh;overflow-y:auto;overflow-wrap:anywhere}
.plain time{color:var(--soft);font-size:.8rem}
@media (max-width:760px){
.shell{grid-template:minmax(0,1fr) auto / minmax(0,1fr)}
.rail{flex-direction:row;order:2;border:0;border-top:1px solid var(--line);width:auto;padding:.3rem .4rem max(.3rem,env(safe-area-inset-bottom));justify-content:space-around;background:var(--panel)}
.rail a{padding:.25rem .7rem;min-width:3.4rem}
.rail .spacer{display:none}
.chat{grid-template-columns:minmax(0,1fr)}
.list{border:0}
.chat.open .list,.chat:not(.open) .talk-pane{display:none}
.back{display:inline-grid;margin-left:-.5rem}
.talk-head{padding-right:.4rem;gap:.4rem}
.row,.composer{padding-left:.7rem;padding-right:.7rem}
.stack{max-width:86%}
.line .avatar,.no-avatar{width:1.8rem}
.line .avatar{height:1.8rem}
.line{gap:.45rem}
}
@media (prefers-reduced-motion:no-preference){.conversation,.icon-button{transition:background-color .12s}}
@media (prefers-reduced-motion:reduce){*{animation:none !important;transition:none !important}}
.proof,.log,.operator{height:100%;overflow-y:auto;padding:1.6rem max(1.2rem,calc(50% - 34rem)) 3rem;display:grid;gap:1.2rem;align-content:start}
.proof >header p,.operator >header p{color:var(--soft);margin-top:.3rem;max-width:44rem}
.desk{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(24rem,100%),1fr));gap:1rem;align-items:stretch}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1.1rem 1.2rem;display:grid;gap:.6rem;align-content:start;justify-items:start;min-width:0}
.panel p{color:var(--soft);font-size:.9rem;overflow-wrap:anywhere}
.panel form{display:grid;gap:.5rem;width:100%;justify-items:start}
.panel textarea,.panel .field,.panel .field input{width:100%}
.panel textarea{font-family:var(--mono);font-size:.8rem}
.panel label.secondary{cursor:pointer}
.panel input:focus-visible + label{outline:2px solid var(--accent);outline-offset:2px}
.drop{border-style:dashed;border-color:light-dark(#a7a29a,#5b5c65)}
.drop.over{background:var(--tint);border-color:var(--accent)}
.mark{display:flex;gap:.4rem;align-items:flex-start;font-weight:560}
.panel .mark.good{color:var(--good)}.panel .mark.amber{color:var(--amber)}.panel .mark.bad{color:var(--bad)}
.results{display:grid;gap:1rem}
.verdict{border-radius:18px;padding:1.2rem 1.4rem 1.3rem;background:var(--panel);border:1px solid var(--line);border-left:6px solid var(--soft);display:grid;gap:.8rem;overflow-wrap:anywhere;min-width:0}
.verdict header{display:flex;gap:.7rem;align-items:center}
.verdict header .icon{width:2rem;height:2rem}
.verdict .file{color:var(--soft);font-size:.82rem}
.verdict .claim{font-size:1.08rem;font-weight:560}
.verdict.good{border-left-color:var(--good)}.verdict.good header{color:var(--good)}
.verdict.amber{border-left-color:var(--amber)}.verdict.amber header{color:var(--amber)}
.verdict.bad{border-left-color:var(--bad)}.verdict.bad header{color:var(--bad)}
.content{background:var(--hover);border-radius:10px;padding:.7rem;white-space:pre-wrap;max-height:16rem;overflow:auto;font-family:var(--mono);font-size:.85rem;margin:0}
.facts{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;margin:0;font-size:.9rem}
.facts dt{color:var(--soft)}
.facts dd{margin:0;min-width:0;overflow-wrap:anywhere}
.limits{list-style:disc;padding-left:1.2rem;margin-top:.4rem;color:var(--soft)}
summary{cursor:pointer;font-weight:560}
figure{margin:0;max-width:27rem}
figcaption{font-size:.8rem;color:var(--soft);display:flex;gap:.4rem;align-items:center;flex-wrap:wrap}
.swatch{width:.8rem;height:.8rem;border-radius:4px;border:1.5px solid var(--accent)}
.swatch.lit{background:var(--strong)}
.tree,.growth{width:100%;display:block}
.tree text{font:12px var(--mono);text-anchor:middle;fill:var(--ink)}
.tree text.lit{fill:#fff;font-weight:600}
.tree rect.lit,.growth .lit{fill:var(--strong)}
.tree rect.given{fill:var(--panel);stroke:var(--accent);stroke-width:1.5}
.growth .given{fill:var(--tint)}
.tree path{fill:none;stroke-width:2}
.tree path.branch{stroke:light-dark(#bdb8af,#4a4b52)}
.tree path.lit{stroke:var(--strong);stroke-width:3.5}
.log-head{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;justify-content:space-between}
.switch{display:flex;gap:.5rem;align-items:center;font-size:.9rem}
.filters{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:.7rem;align-items:end}
.filters input{width:100%}
.chart{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1rem 1.2rem .8rem;min-height:10.5rem}
.histogram{width:100%;height:6rem;display:block}
.histogram rect{fill:light-dark(#aab6ee,#5566c8)}
.histogram rect.lit{fill:var(--amber)}
.span{width:100%;margin:.2rem 0 0;padding:0}
.chart-label{font-size:.82rem;color:var(--soft);display:flex;justify-content:space-between;gap:1rem}
.scan{font-size:.85rem;color:var(--soft)}
.events{background:var(--panel);border:1px solid var(--line);border-radius:18px;overflow:clip}
.events:empty{display:none}
.events li + li{border-top:1px solid var(--line)}
.event{display:grid;grid-template-columns:5rem 12rem minmax(0,1fr) auto;gap:.8rem;width:100%;padding:.5rem 1.1rem;text-align:start;align-items:baseline}
.event:hover,.event[aria-expanded=true]{background:var(--hover)}
.event:focus-visible{outline-offset:-2px}
.event .position{font-variant-numeric:tabular-nums;color:var(--soft);text-align:end}
.event .type{font-weight:600;overflow:hidden;text-overflow:ellipsis}
.event .about{color:var(--soft);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-height:1.5em}
.event time{font-size:.8rem;color:var(--soft);font-variant-numeric:tabular-nums}
.event-details{padding:.8rem 1.2rem 1.2rem;display:grid;gap:.9rem;background:var(--hover);overflow-wrap:anywhere}
.event-details pre,.source pre{margin:.4rem 0 0;padding:.7rem .9rem;border-radius:10px;background:var(--panel);font:.8rem/1.5 var(--mono);overflow:auto;max-height:20rem;white-space:pre-wrap;overflow-wrap:anywhere}
.event-actions{display:flex;gap:1.2rem;flex-wrap:wrap}
form.why{display:grid;gap:.5rem;justify-items:start;max-width:26rem}
form.why .field,form.why input{width:100%}
.because ul{list-style:disc;padding-left:1.1rem}
.source{font-size:.85rem;color:var(--soft);width:100%}
dialog:has(.source){width:min(56rem,94vw)}
dialog .source pre{background:var(--paper);max-height:45vh}
dialog .source pre:first-child{max-height:8rem}
.past{display:grid;grid-template-rows:auto minmax(0,1fr);height:100%}
.past-head,.as-of{display:flex;gap:1rem;align-items:end;padding:.7rem 1.2rem;border-bottom:1px solid var(--line);background:var(--panel)}
.as-of{flex:none;min-height:4.7rem}
.dated .as-of{background:var(--amber-tint)}
.operator p.dated:empty{display:none}
.cards [inert],.cards [inert] button{opacity:.5}
.sliders{flex:1;display:flex;gap:1.5rem;min-width:0}
.slider{flex:1;display:grid;grid-template-columns:minmax(0,1fr) auto;gap:.3rem;align-items:center;min-width:0}
.slider output{font-weight:600;font-variant-numeric:tabular-nums;font-size:.9rem}
.slider [type=range]{grid-area:2 / 1 / 3 / 3;padding:0;min-width:0}
.slider [type=datetime-local]{grid-area:1 / 2;padding:.1em .4em;font-size:.85rem}
.moments{display:grid;grid-template-columns:minmax(0,1fr);min-height:0}
.moments.n2{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,42%) minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .list{border-bottom:1px solid var(--line)}
.moments.n2 .list-tools{display:none}
.moments.n2 .moment + .moment{border-left:2px solid var(--line)}
.moment{min-height:0;min-width:0}
.conversation.differs,.row.differs{background:var(--amber-tint)}
.row .difference{position:absolute;top:.1rem;right:.6rem}
.row.mine .difference{right:auto;left:.6rem}
.as-of button:disabled{visibility:hidden}
.conversation.differs.selected{box-shadow:inset 0 0 0 2px var(--accent)}
.difference{font-size:.72rem;font-weight:650;color:var(--amber);flex:none}
details.why{font-size:.8rem;color:var(--soft);padding:0 .4rem}
details.unseen{width:fit-content;max-width:100%;margin:.4rem auto;padding:.3rem .8rem;border:1px dashed var(--line);border-radius:12px;text-align:start;overflow-wrap:anywhere}
details.unseen li{padding-top:.3rem}
details.memberships{padding:.6rem 1.2rem;border-top:1px solid var(--line);overflow-y:auto;max-height:40%;flex:none}
details.memberships li{padding-top:.3rem}
details.why summary{font-weight:400}
@media (max-width:760px){
.event{grid-template-columns:auto minmax(0,1fr) auto}
.event .about{grid-column:1 / 4;grid-row:2}
.past-head,.as-of,.sliders{flex-direction:column;align-items:stretch;gap:.5rem}
.as-of button:disabled,.slider .when{display:none}
.moments.n2{grid-template-columns:minmax(0,1fr);grid-auto-rows:minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .moment + .moment{border-left:0;border-top:2px solid var(--line)}
}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:.8rem}
.tile{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:.9rem 1.1rem;display:grid;gap:.15rem;min-width:0;align-content:start}
.tile span,.tile small{color:var(--soft);font-size:.82rem}
.tile b{font-size:1.15rem;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:-.01em}
.plot{width:100%;height:1.8rem;margin-top:.3rem;fill:light-dark(#aab6ee,#5566c8)}
.plot polyline{fill:none;stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke}
.cards{columns:26rem;column-gap:1rem}
.views{max-height:20rem;overflow-y:auto;width:100%}
.cards >*{break-inside:avoid;margin-bottom:1rem;width:100%}
.rows-list{width:100%;display:grid;gap:.5rem}
.rows-list li{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;align-items:center}
.rows-list li >div:first-child{flex:1 1 14rem;min-width:0;overflow-wrap:anywhere}
.panel h3{margin:.4rem 0 0}
.rows-list small{display:block;color:var(--soft)}
.rows-list small,.rows-list b,.plain li,.toast{overflow:clip}
.rows-list b{display:inline-block;max-width:100%;vertical-align:top}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:560;padding:.3rem .6rem .3rem 0}
thead th{color:var(--soft);font-size:.8rem}
td{padding:.3rem .6rem .3rem 0}
tbody tr{border-top:1px solid var(--line)}
.state{border-radius:99px;padding:.1em .6em;font-size:.78rem;font-weight:600;background:var(--hover);color:var(--soft)}
.state.served,.state.ready{background:var(--good-tint);color:var(--good)}
.state.failing,.state.running{background:var(--amber-tint);color:var(--amber)}
.state.parked,.state.failed{background:var(--bad-tint);color:var(--bad)}
progress{width:100%;height:.5rem}
.receipt{background:var(--good-tint);border-radius:12px;padding:.7rem .9rem;width:100%}
@media (max-width:760px){.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}}
@media (min-width:2400px){
.chat{grid-template-columns:26rem minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,1fr) / 24rem minmax(0,1fr)}
.moments.n2 .list{border-bottom:0}
.log,.operator{padding-inline:max(1.2rem,calc(50% - 52rem))}
}

"""#
),
    ]
}

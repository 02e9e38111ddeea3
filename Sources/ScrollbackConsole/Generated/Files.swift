// Generated from Console/ by `Scripts/embed-console.py`; not to be edited.
// swift-format-ignore-file

extension ConsoleFile {
    /// All files, the page first.
    package static let all: [ConsoleFile] = [
ConsoleFile(
    path: "/console",
    type: "text/html; charset=utf-8",
    tag: #""b473daa20856f78354a17b5982f65113""#,
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
    tag: #""3c0804a58903ee84bb556a5ef6798bc6""#,
    policy: "default-src 'none'; script-src 'sha256-dLpgEqWsIF9DFK5KjalubSA0wXTcQn+G7fGXG7dy/s4='; style-src 'sha256-xnGz21S1n6YxC9bxVUYHuZv1XnowBr9AAX9j5RzIzcg='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-dLpgEqWsIF9DFK5KjalubSA0wXTcQn+G7fGXG7dy/s4='; style-src 'sha256-xnGz21S1n6YxC9bxVUYHuZv1XnowBr9AAX9j5RzIzcg='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">
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
.chart{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1rem 1.2rem .8rem}
.chart:empty{display:none}
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
.past-head{display:flex;gap:1rem;align-items:end;padding:.7rem 1.2rem;border-bottom:1px solid var(--line);background:var(--panel)}
.sliders{flex:1;display:flex;gap:1.5rem;min-width:0}
.slider{flex:1;display:grid;gap:.1rem;min-width:0}
.slider output{font-weight:600;font-variant-numeric:tabular-nums;font-size:.9rem}
.slider input{width:100%;padding:0}
.moments{display:grid;grid-template-columns:minmax(0,1fr);min-height:0}
.moments.n2{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,42%) minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .list{border-bottom:1px solid var(--line)}
.moments.n2 .list-tools{display:none}
.moments.n2 .moment + .moment{border-left:2px solid var(--line)}
.moment{min-height:0;min-width:0}
.conversation.differs{background:var(--amber-tint)}
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
.past-head,.sliders{flex-direction:column;align-items:stretch;gap:.5rem}
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
<script type="module">function h(name,ab,...z){const[bB,...aQ]=name.split(".");const j=document.createElement(bB||"div");if(aQ.length)j.className=aQ.join(" ");for(const[q,i]of Object.entries(ab??{})){if(i===undefined||i===null||i===false)continue;if(q.startsWith("on"))j.addEventListener(q.slice(2),i);else if(q==="value"||q==="checked"||q==="disabled")j[q]=i;else j.setAttribute(q,i===true?"":i);}bL(j,z);return j;}function bL(j,z){for(const K of z){if(Array.isArray(K))bL(j,K);else if(K!==undefined&&K!==null&&K!==false)j.append(K);}}function bP(j,...z){j.replaceChildren();bL(j,z);return j;}function cm(parent,cd){let ai=parent.firstChild;for(const K of cd){if(K===ai)ai=ai.nextSibling;else parent.insertBefore(K,ai);}while(ai){const cf=ai.nextSibling;ai.remove();ai=cf;}}const an=(name,ab={},...z)=>{const j=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[q,i]of Object.entries(ab))j.setAttribute(q,i);j.append(...z);return j;};const ck={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",code:"M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};function bS(name,M){const B=an("svg",{viewBox:"0 0 24 24",class:"icon"},an("path",{d:ck[name]}));if(M){B.setAttribute("role","img");B.setAttribute("aria-label",M);}else{B.setAttribute("aria-hidden","true");}return B;}const cj=(name,M,onclick,cs={})=>h("button.icon-button",{type:"button",title:M,"aria-label":M,onclick,...cs},bS(name));function aG(id,name,{online:cb}={}){let bp=0;for(const bi of id??"")bp=(bp*31+bi.charCodeAt(0))>>>0;const Q=(name??"").trim().split(/\s+/).filter(Boolean);const w=(bh)=>[...new Intl.Segmenter().segment(bh)].map((R)=>R.segment)[0]??"";const bI=Q.length>1?w(Q[0])+w(Q.at(-1)):w(Q[0]??"?");return h(`span.avatar.tone${bp%12}`,{"aria-hidden":"true"},h("span.letters",{},bI.toLocaleUpperCase()),cb?h("span.dot"):null);}function cv(aU){const[w,A]=aU.avatars??[];return aU.kind==="direct"||!A?aG(w?.user??aU.conversation,w?.name??aU.title,{online:aU.kind==="direct"&&aU.online}):h("span.pair",{},aG(w.user,w.name),aG(A.user,A.name));}const bl=navigator.language||"en";const az=new Map();function ah(aS){const q=JSON.stringify(aS);if(!az.has(q))az.set(q,new Intl.DateTimeFormat(bl,aS));return az.get(q);}const ag=(F)=>{const br=new Date(F);return br.getFullYear()*10_000+br.getMonth()*100+br.getDate();};const cg=(F)=>ah({hour:"2-digit",minute:"2-digit"}).format(F);const bY=(F)=>ah({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(F);function cI(F){const bD=ag(Date.now());if(ag(F)===bD)return"Today";if(ag(F+86_400_000)===bD)return"Yesterday";const aZ=new Date(F).getFullYear()===new Date().getFullYear();return ah({weekday:"long",day:"numeric",month:"long",year:aZ?undefined:"numeric"}).format(F);}function cH(F){if(ag(F)===ag(Date.now()))return cg(F);const bs=(Date.now()-F)/86_400_000;if(bs>=0&&bs<6)return ah({weekday:"short"}).format(F);return ah({day:"numeric",month:"short",year:bs>300?"2-digit":undefined}).format(F);}const s=(i)=>i.toLocaleString(bl);const cC=(i,bh,cq=`${bh}s`)=>`${s(i)} ${i===1?bh:cq}`;function g(i){for(const by of["B","KiB","MiB","GiB"]){if(i<1024||by==="GiB")return`${i<10&&by!=="B"?i.toFixed(1):Math.round(i)} ${by}`;i/=1024;}}const cF=(id)=>(id??"").slice(0,8);const cD=(j)=>j.dispatchEvent(new Event("grown",{bubbles:true}));function cE(aM,aq){let bC;return(...Q)=>{clearTimeout(bC);bC=setTimeout(()=>aq(...Q),aM);};}function cz({title,text:l,fields:V=[],action:aq="OK",danger:bN=false}){return new Promise((bK)=>{const id=`d${Math.random().toString(36).slice(2)}`;const aL=V.map((p)=>({field:p,input:p.options?h("select",{name:p.name},p.options.map(([i,M])=>h("option",{value:i},M))):h(p.long?"textarea":"input",{name:p.name,type:p.long?undefined:p.type??"text",value:p.value??"",required:p.required,placeholder:p.hint,autocomplete:"off",rows:p.long?3:undefined,}),}));const T=h("dialog",{"aria-labelledby":id},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const Y=Object.fromEntries(aL.map(({field:p,input:L})=>[p.name,L.value.trim()]));bt(Y);}},h("h2",{id},title),typeof l==="string"?h("p",{},l):l,aL.map(({field:p,input:L})=>h("label.field",{},h("span",{},p.label),L)),h("div.buttons",{},aq!=="Close"&&h("button",{type:"button",onclick:()=>bt()},"Cancel"),h(`button.primary${bN?".danger":""}`,{type:"submit"},aq))));const bt=(Y)=>{T.close();T.remove();bK(Y);};T.addEventListener("cancel",()=>bt());document.body.append(T);T.showModal();(aL[0]?.input??T.querySelector("button")).focus();});}async function askReason(aV){if(aV.reason)return true;const Y=await cz({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});aV.reason=Y?.reason;return Y!==undefined;}function cG(l,v=""){const H=document.getElementById("toasts");const j=h(`div.toast${v&&`.${v}`}`,{},l);H.append(j);setTimeout(()=>j.remove(),6_000);}const ax=new TextEncoder();const bH=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});class bz extends Error{}const f=(bJ)=>{throw new bz(bJ);};async function canVerify(){if(!globalThis.crypto?.subtle)return false;try{await crypto.subtle.importKey("raw",new Uint8Array(32).fill(1),"Ed25519",false,["verify"]);return true;}catch(Z){return Z.name==="DataError";}}const aJ=async(...am)=>new Uint8Array(await crypto.subtle.digest("SHA-256",bU(...am)));function bU(...am){const g=new Uint8Array(am.reduce((bp,R)=>bp+R.length,0));let H=0;for(const R of am){g.set(R,H);H+=R.length;}return g;}const ap=(a,b)=>a.length===b.length&&a.every((af,n)=>af===b[n]);const bR=(g)=>Array.from(g,(af)=>af.toString(16).padStart(2,"0")).join("");const aH=(g)=>btoa(Array.from(g,(af)=>String.fromCharCode(af)).join(""));function D(l,length){if(!/^[A-Za-z0-9+/]*={0,2}$/.test(l)||l.length%4)f("A value is not base 64.");const g=Uint8Array.from(atob(l),(c)=>c.charCodeAt(0));if(aH(g)!==l)f("A value is not the one form of base 64.");if(length!==undefined&&g.length!==length)f(`A value has ${g.length} bytes, not ${length}.`);return g;}function aw(l){if(!/^(0|[1-9]\d{0,15})$/.test(l))f("A number is not decimal.");const i=Number(l);if(!Number.isSafeInteger(i))f("A number is too large.");return i;}const bV=(m)=>aJ(new Uint8Array([0]),m);const aj=(bv,bd)=>aJ(new Uint8Array([1]),bv,bd);async function readKey(l){const I=/^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(l.trim());if(!I)f("This is no key; a key is NAME+ID+BASE64.");const g=D(I[3],33);if(g[0]!==1)f("The key is not an Ed25519 key.");const id=(await aJ(ax.encode(`${I[1]}\n`),g)).slice(0,4);if(bR(id)!==I[2])f("The key's id does not fit the key.");return{name:I[1],id,bytes:g.slice(1),text:I[0]};}async function readCheckpoint([av,ad],q){if(av===undefined||ad===undefined)f("The checkpoint is not whole.");const o=av.split("\n");if(o.length<3||o[0]==="")f("The checkpoint has no origin, size and root.");const e={origin:o[0],size:aw(o[1]),root:D(o[2],32),isSigned:false,text:`${av}\n\n${ad}\n`,};const bA=ad.split("\n");if(bA.length>100)f("The checkpoint has more than 100 signatures.");for(const cu of bA){const I=/^— (\S+) (\S+)$/.exec(cu);if(!I)f("A line of the checkpoint is no signature.");const g=D(I[2]);if(g.length<5)f("A signature is too short.");if(!q||I[1]!==q.name||!ap(g.slice(0,4),q.id))continue;const bu=await crypto.subtle.importKey("raw",q.bytes,"Ed25519",false,["verify"]).catch(()=>f("The key is no point of Ed25519."));const bT=g.length===68&&(await crypto.subtle.verify("Ed25519",bu,g.slice(4),ax.encode(`${av}\n`)));if(!bT)f("The signature of the checkpoint is not by the key.");e.isSigned=true;}if(q&&!e.isSigned)f(`The checkpoint is not signed by the key ${q.name}.`);return e;}async function rootOf(ba,al,bf,X){if(al>=bf)f("The event is not within the size of the checkpoint.");let[W,sn,ac]=[al,bf-1,ba];const J=[{hash:ba}];for(const aa of X){if(sn===0)f("The path has too many hashes.");const aA=W%2===1||W===sn;ac=aA?await aj(aa,ac):await aj(ac,aa);J.push({sibling:aa,side:aA?"left":"right",hash:ac});if(aA)while(W%2===0&&W!==0)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}if(sn!==0)f("The path has too few hashes.");return{root:ac,steps:J};}const bG=(ac,e)=>{if(!ap(ac,e.root))f("The path does not lead to the root that was signed.");};async function checkGrowth(t,E,X){if(t.origin!==E.origin)f("The two checkpoints are of different logs.");if(t.size<1||t.size>E.size)f("The older size is 0 or beyond the newer one.");if(t.size===E.size){if(X.length)f("Equal sizes need no hashes.");if(!ap(t.root,E.root))f("Two roots of one size: two histories were shown.");return;}const aO=[...X];let ca=t.size;while(ca%2===0)ca/=2;if(ca===1)aO.unshift(t.root);if(!aO.length)f("The proof has too few hashes.");let[W,sn]=[t.size-1,E.size-1];while(W%2===1)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];let[w,A]=[aO[0],aO[0]];for(const aa of aO.slice(1)){if(sn===0)f("The proof has too many hashes.");if(W%2===1||W===sn){w=await aj(aa,w);A=await aj(aa,A);while(W%2===0&&W!==0)[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}else{A=await aj(A,aa);}[W,sn]=[Math.floor(W/2),Math.floor(sn/2)];}if(sn!==0)f("The proof has too few hashes.");if(!ap(w,t.root))f("The older root is not where the proof begins.");if(!ap(A,E.root))f("The newer log does not begin with the older one.");}function V(g){const aD=[];let H=0;const aP=()=>{let[i,be]=[0n,0n];for(;;){if(H>=g.length||be>63n)f("An envelope is cut off.");const af=g[H++];i|=BigInt(af&0x7f)<<be;if(af<0x80)return i;be+=7n;}};while(H<g.length){const bB=Number(aP());const v=bB%8;let i;if(v===0)i=aP();else if(v===1||v===5||v===2){const length=v===1?8:v===5?4:Number(aP());if(H+length>g.length)f("An envelope is cut off.");i=g.subarray(H,(H+=length));}else f("An envelope has a field of an unknown kind.");aD.push({number:Math.floor(bB/8),kind:v,value:i});}return aD;}function bm(m){const aE=V(m).filter((p)=>p.number===10);if(aE.length!==1||aE[0].kind!==2||aE[0].value.length!==32)f("The event has no seal of a content.");return aE[0].value;}function aN(m,s){const aF=V(m).filter((p)=>p.number>=16);if(aF.length!==1||aF[0].number!==s||aF[0].kind!==2)return undefined;return aF[0].value;}class ak{constructor(C){this.lines=C.split("\n");this.place=0;}take(name){const aB=this.lines[this.place++]??"";if(!aB.startsWith(`${name} `))f(`A line "${name}" is missing.`);return aB.slice(name.length+1);}peek(name){return this.lines[this.place]?.startsWith(`${name} `);}hashes(ct){const aC=this.lines.slice(this.place);this.place=this.lines.length;if(aC.length>ct)f("There are too many hashes.");return aC.map((aB)=>D(aB,32));}}const G=(l)=>{const g=D(l);if(g.length<1||g.length>32_768)f("An envelope has 1 byte to 32 KiB.");return g;};async function check(g,q){if(g.length>6_000_000)f("The file is too large for this page; use scrollback check.");let l;try{l=bH.decode(g);}catch{f("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");}if(/[\0-\x09\x0b-\x1f]/.test(l))f("The file has a control character.");if(!l.endsWith("\n"))f("The last line has no end.");const k=l.slice(0,-1).split("\n\n");if(k.some((C)=>C===""||C.startsWith("\n")||C.endsWith("\n"))){f("The file has empty lines where none belong.");}const v=k[0].split("\n",1)[0];const N=ci[v];if(N){if(N.paragraphs&&k.length!==N.paragraphs)f("The file has too few or too many parts.");return{kind:N.kind,...(await N.check(k,q))};}if(k.length!==2)f("The first line names no kind of proof.");return{kind:"checkpoint",checkpoint:await readCheckpoint(k,q)};}async function inclusion(o,e,m){const al=aw(o.take("index"));const X=o.hashes(63);const ba=await bV(m);const{root:ac,steps:J}=await rootOf(ba,al,e.size,X);bG(ac,e);return{index:al,position:al+1,steps:J,envelope:m};}const ci={"c2sp.org/tlog-proof@v1":{kind:"inclusion",paragraphs:3,async check([ao,...aC],q){const e=await readCheckpoint(aC,q);const o=new ak(ao.slice(ao.indexOf("\n")+1));if(!o.peek("extra"))f("The file has no envelope.");const m=G(o.take("extra"));return{checkpoint:e,...(await inclusion(o,e,m))};},},"scrollback-consistency/v1":{kind:"consistency",paragraphs:5,async check([ao,a,b,c,d],q){const t=await readCheckpoint([a,b],q);const E=await readCheckpoint([c,d],q);const o=ao.split("\n").slice(1);if(o.length>64)f("There are too many hashes.");await checkGrowth(t,E,o.map((aB)=>D(aB,32)));return{older:t,checkpoint:E};},},"scrollback-disclosure/v1":{kind:"disclosure",paragraphs:4,async check([ao,bc,...aC],q){const e=await readCheckpoint(aC,q);const o=new ak(ao.slice(ao.indexOf("\n")+1));const cw=D(o.take("salt"),16);const S=D(o.take("content"));const m=G(o.take("envelope"));if(o.place!==o.lines.length)f("The first part has further lines.");if(!bc.startsWith("c2sp.org/tlog-proof@v1\n"))f("The proof within is missing.");const aD=await inclusion(new ak(bc.slice(bc.indexOf("\n")+1)),e,m);const cp=await crypto.subtle.importKey("raw",cw,{name:"HMAC",hash:"SHA-256"},false,["sign"]);const cx=await crypto.subtle.sign("HMAC",cp,bU(ax.encode("scrollback/content/1"),S));if(!ap(new Uint8Array(cx),bm(m)))f("The content is not the one that was sealed.");return{checkpoint:e,content:S,...aD};},},"scrollback-erasure/v1":{kind:"erasure",async check(k,q){const e=await readCheckpoint(k.slice(-2),q);const w=new ak(k[0].slice(k[0].indexOf("\n")+1));const bj=aw(w.take("copies"));if(bj>100||k.length!==bj+4)f("The file has too few or too many parts.");const U=G(w.take("erased"));const aK=await inclusion(w,e,U);const A=new ak(k[1]);const P=G(A.take("erasure"));const ay=await inclusion(A,e,P);bm(U);if(aK.index>=ay.index)f("The erasure is not behind the erased event.");const av=aN(P,22)??f("The second event is no erasure.");const bb=V(av).filter((p)=>p.number===1).some(({kind:v,value:i})=>{if(v!==2)f("A range of the erasure is not readable.");const am=V(i);const aR=(s)=>am.filter((R)=>R.number===s);if([1,2].some((n)=>aR(n).length>1||aR(n).some((R)=>R.kind!==0)))f("A range of the erasure is not readable.");const[from,length]=[aR(1)[0]?.value??0n,aR(2)[0]?.value??0n];const O=BigInt(aK.position);return from>=1n&&length>=1n&&O>=from&&O<from+length;});if(!bb)f("The erasure does not name the event.");const t=[];for(const C of k.slice(2,-2)){const o=new ak(C);const m=G(o.take("copy"));const bq=await inclusion(o,e,m);if(!aN(m,113))f("A copy is not the beginning of a copy of the keys.");if(bq.index>=ay.index||bq.index<=(t.at(-1)?.index??-1))f("The copies are not in the order of the log.");t.push(bq);}return{checkpoint:e,...aK,erasure:ay,copies:t};},},};function bE(ae,e){if(!ae)return undefined;if(ae.origin!==e.origin){const[cr,cc]=[ae.origin,e.origin].map((origin)=>origin.split("/").slice(0,2).join("/"));return cr===cc?"restored":"other";}if(ae.size===e.size)return ap(ae.root,e.root)?"same":"forked";return ae.size<e.size?"newer":"older";}const bn=(g)=>bR(g).slice(0,8);function cy(J,O,bf){const bg=58;const bk=J.length*bg+34;const[bv,ar,bd]=[92,200,308];const B=an("svg",{viewBox:`0 0 400 ${bk}`,class:"tree",role:"img","aria-label":`The path of event ${O} to the root of ${bf} events, ${J.length-1} steps long`,});const bZ=(x,y,aa,v)=>[an("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:v}),Object.assign(an("text",{x,y:y+4.5,class:v}),{textContent:bn(aa)}),];J.forEach((aR,n)=>{const y=bk-24-n*bg;const aW=J[n+1];if(aW){const x=aW.side==="left"?bv:bd;B.append(an("path",{d:`M${x} ${y-14} C ${x} ${y-34} ${ar} ${y-26} ${ar} ${y-bg+14}`,class:"branch"}));B.append(an("path",{d:`M${ar} ${y-14} V ${y-bg+14}`,class:"lit"}));B.append(...bZ(x,y,aW.sibling,"given"));}B.append(...bZ(ar,y,aR.hash,n===0?"lit leaf":n===J.length-1?"lit root":"lit"));});return h("figure",{},B,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${s(O)} up to the root `,h("span.swatch.given"),"given by the file"));}function bQ(t,E){const cl=Math.max(2,(t.size/E.size)*100);const cA=an("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${t.size} of ${E.size} events are unchanged`},an("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),an("rect",{x:0,y:12,width:cl*4,height:26,rx:8,class:"lit"}));return h("figure",{},cA,h("figcaption",{},`The first ${s(t.size)} of ${s(E.size)} events are the same.`));}const bM={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${s(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${s(r.position)} is in the log of ${s(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${s(r.checkpoint.size)} events begins with all of the log of ${s(r.older.size)}.`,disclosure:(r)=>`Event ${s(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${s(r.position)} had a content, and the erasure at ${s(r.erasure.position)} destroyed it.`,};const bW={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const Q={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};async function judge(g,{key:q,pin:ae,name}={}){if(!(await canVerify())){return aX("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}let u;try{u=await check(g,q);}catch(Z){if(!(Z instanceof bz))throw Z;return aX("bad",name,[h("p",{},Z.message)]);}const bo=bE(ae,u.checkpoint);if(bo==="forked"){return aX("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}const aY=q?.source==="person";const{checkpoint:e}=u;return aX(aY?"good":"amber",name,[h("p.claim",{},bM[u.kind](u)),!aY&&h("p",{},q?"The key came from the server that is checked. Paste the log's key from another source.":"Paste the log's public key, from another source than this server, to know who signed it."),u.content&&h("pre.content",{dir:"auto",tabindex:0},bx(u.content)),u.steps&&cy(u.steps,u.position,e.size),u.older&&bQ(u.older,e),u.copies?.length>0&&h("p",{},`${u.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},e.origin),h("dt",{},"Size"),h("dd",{},s(e.size)),h("dt",{},"Root"),h("dd.mono",{},aH(e.root)),h("dt",{},"Signed by"),h("dd",{},aY?q.name:"unknown"),ae&&[h("dt",{},"Kept"),h("dd",{},bw[bo])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},bW[u.kind].map((l)=>h("li",{},l)))),]);}const bw={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function bx(S){const l=new TextDecoder("utf-8").decode(S).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return l||bR(S);}function aX(v,name,z){const bb={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${v}`,{"data-verdict":v},h("header",{},bS(bb[v]),h("div",{},h("h2",{},Q[v]),name&&h("p.file",{dir:"auto"},name))),z);}class cn{key;pin;#c;constructor({store:au,changed:bF}){this.store=au;this.changed=bF;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const L=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(L.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),L,h("label.secondary",{for:"files"},"Choose files"));for(const target of[this.drop]){target.addEventListener("dragover",(event)=>{event.preventDefault();target.classList.add("over");});target.addEventListener("dragleave",()=>target.classList.remove("over"));target.addEventListener("drop",(event)=>{event.preventDefault();target.classList.remove("over");this.take(event.dataTransfer.files);});}}async begin(){const l=this.store?.getItem("scrollback-key");if(l)await this.#b(l).catch(()=>this.store.removeItem("scrollback-key"));const ae=this.store?.getItem("scrollback-pin");if(ae)await this.#a(ae).catch(()=>this.store.removeItem("scrollback-pin"));this.draw();}async #b(l){this.key={...(await readKey(l)),source:"person"};this.store?.setItem("scrollback-key",this.key.text);}async #a(l){const k=l.replace(/\n$/,"").split("\n\n");this.pin=await readCheckpoint(k,(await canVerify())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}async keep(l){await this.#a(l);this.draw();this.changed?.();}forget(ce){this[ce]=undefined;this.store?.removeItem(`scrollback-${ce}`);this.draw();this.changed?.();}draw(){const N=(M,co,cB)=>{const aT=h("p.problem",{role:"alert"});const L=h("textarea",{rows:2,placeholder:co,spellcheck:"false","aria-label":M});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await cB(L.value);this.draw();this.changed?.();}catch(Z){aT.textContent=Z.message;}}},L,aT,h("button.secondary",{},"Use"));};bP(this.keyBox,h("h2",{},"Your key"),this.key?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]:[h("p",{},"The public key of the log, from another source than this server."),N("Public key","example.com/log+1dde4531+ATtq…",(l)=>this.#b(l))]);this.drawPin(N);}drawPin(N){if(!this.pin&&!N)return;bP(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin?[h("p",{},`${s(this.pin.size)} events`),h("p.mono",{},aH(this.pin.root)),this.status,h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),N("Checkpoint","scrollback/…",(l)=>this.#a(`${l.trim()}\n`))]);}async take(ch){for(const bO of ch)await this.show(new Uint8Array(await bO.arrayBuffer()),bO.name);}async show(g,name){const bX=await judge(g,{key:this.key,pin:this.pin,name:name??`checked ${bY(Date.now())}`});this.results.prepend(bX);return bX;}}let au;try{au=localStorage;}catch{au=undefined;}const aI=new cn({store:au});document.getElementById("app").append(h("main.proof",{},h("header",{},h("h1",{},"Check a proof"),h("p",{},"This page asks no server. It checks proofs of a Scrollback log with the key that you give it.")),h("div.desk",{},aI.keyBox,aI.pinBox,aI.drop),aI.results));aI.begin();
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
    tag: #""5f1f6c1e1f48dd2c24be6d410d6f5f39""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as p,h,icon as A,iconButton as u,toast}from"./dom.js";import{claims,sentence as s,Session as G}from"./session.js";const a=new G();const I=document.getElementById("app");const e={chat:{title:"Chat",icon:"chat",load:async()=>(await import("./chat.js")).ChatScreen},past:{title:"Past",icon:"past",load:async()=>(await import("./past.js")).PastScreen},log:{title:"Log",icon:"log",load:async()=>(await import("./log.js")).LogScreen,isOperators:true},proof:{title:"Proof",icon:"proof",load:async()=>(await import("./proof.js")).ProofScreen},operator:{title:"Operator",icon:"operator",load:async()=>(await import("./operator.js")).OperatorScreen,isOperators:true},};const y=(screen)=>!screen.isOperators||a.kind==="operator";function m(){const[name,n=""]=location.hash.slice(1).split("?");return{name:e[name]?name:undefined,parameters:Object.fromEntries(new URLSearchParams(n))};}function R(H,C=false,name=m().name??"chat"){const L=name===(m().name??"chat");const c=new URLSearchParams(L?m().parameters:{});for(const[P,F]of Object.entries(H)){if(F===undefined)c.delete(P);else c.set(P,F);}const n=c.toString();const z=`#${name}${n?`?${n}`:""}`;if(z===location.hash)return;if(C)history.replaceState(null,"",z);else location.hash=z;}let b;let r;let i;const x=new Map();async function route(){const{name=a.kind==="operator"?"operator":"chat",parameters:c}=m();const screen=e[name];if(!y(screen))return R({},true,"chat"),route();for(const[N,q]of x){if(N===name)q.setAttribute("aria-current","page");else q.removeAttribute("aria-current");}if(b?.name!==name){b?.view?.end?.();const S=(b={name});const Screen=await screen.load();if(b!==S)return;b.view=new Screen(a,R);document.title=name==="chat"?"Scrollback":`${screen.title} · Scrollback`;p(r,b.view.element);}await b.view?.show(c);}function D(){i=h("div.connection",{role:"status"});r=h("main",{id:"main"});const U=h("nav.rail",{"aria-label":"Screens"},Object.entries(e).filter(([,screen])=>y(screen)).map(([name,screen])=>{const q=h("a",{href:`#${name}`},A(screen.icon),h("span",{},screen.title));x.set(name,q);return q;}),h("span.spacer"),u("out","Sign out",()=>a.signOut()));p(I,h("a.skip",{href:"#main",onclick:(event)=>{event.preventDefault();r.querySelector("button, input, [tabindex='0'], a")?.focus();}},"Skip to the content"),h("div.shell",{},U,r),i);addEventListener("hashchange",()=>route().catch(K));k();route().catch(K);compareKept().catch(()=>{});}async function compareKept(){if(a.kind!=="operator"||!localStorage.getItem("scrollback-pin"))return;const Screen=await e.proof.load();const status=await new Screen(a,R).begin();if(!status)return;const{mark:B}=status.dataset;x.get("proof").append(h(`span.kept.${B}`,{role:"img","aria-label":status.textContent,"data-kept":B}));if(B==="bad")toast(status.textContent,"bad");}function K(l){p(r,h("div.nothing",{},A("warn"),h("p",{},s(l))));}let t=false;function k(){const f=a.state==="lost";p(i,f&&[A("warn"),"The connection is lost. It comes back by itself."]);i.classList.toggle("lost",f);if(t&&!f)b?.view?.mend?.();t=f;}function g({title:O,text:T,done:Q}){const j=h("p.problem",{role:"alert"});const v=h("input",{name:"token",type:"password",autocomplete:"off",spellcheck:"false",required:true,"aria-describedby":"token-help"});const o=h("button.primary",{},"Sign in");return h("form.sign-in",{onsubmit:async(event)=>{event.preventDefault();const E=v.value.trim();o.disabled=true;j.textContent="";try{await a.signIn(E);Q();}catch(l){j.textContent=l.status===401?claims(E)?.exp*1000<Date.now()?"This token has expired.":"The server does not know this token or key.":s(l);v.select();}finally{o.disabled=false;}}},h("h1",{},O),h("p",{id:"token-help"},T),h("label.field",{},h("span",{},"Token or key"),v),j,o);}a.addEventListener("expired",()=>{const d=h("dialog.expired",{"aria-label":"Sign in again"});d.append(g({title:"The token has expired",text:"Paste another one. You go on where you are.",done:()=>{},}));d.addEventListener("cancel",(event)=>event.preventDefault());a.addEventListener("token",()=>d.remove(),{once:true});document.body.append(d);d.showModal();});a.addEventListener("state",()=>i&&k());a.addEventListener("event",({detail:J})=>b?.view?.take?.(J));const M=await a.borrow();const w=M!==undefined&&(await a.signIn(M).then(()=>true,()=>false));if(w)D();else{p(I,h("main.front",{},h("div.front-card",{},h("p.brand",{},"Scrollback"),g({title:"See the log",text:"A user's token shows that person's chats; the operator's key shows everything. It stays in the memory of this page.",done:D,}))));I.querySelector("input").focus();}

"""#
),
ConsoleFile(
    path: "/console/chat.js",
    type: "text/javascript; charset=utf-8",
    tag: #""59a323f886068c28a0d26d79d9760cce""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,avatar,fill as g,h,icon as v,iconButton as k,later as w,toast as z}from"./dom.js";import{List}from"./list.js";import{sentence as f}from"./session.js";import{showSource as x}from"./source.js";import{Talk}from"./talk.js";export class Chat{#a;constructor(j,{go:E,notes:H={},title:J="Chats"}){this.reader=j;this.go=E;this.notes=H;this.list=new List(j,{open:(d)=>E({c:d,n:undefined,m:undefined})});this.pane=h("div.talk-pane");this.search=h("input",{type:"search",placeholder:"Search","aria-label":"Search conversations",oninput:w(200,()=>this.#f())});this.filter=h("select",{"aria-label":"Which conversations",onchange:()=>this.#f()},["active","archived","former","hidden","all"].map((B)=>h("option",{value:B},B[0].toUpperCase()+B.slice(1))));this.heading=h("h1",{},J);this.element=h("div.chat",{},h("div.list",{},h("header.list-head",{},this.heading,k("code","JSON of the list",()=>x(j,...this.list.query)),j.mayWrite&&k("edit","New conversation",()=>this.#k())),h("div.list-tools",{},h("div.searching",{},v("search"),this.search),this.filter),this.list.element,H.list?.(this.list)),this.pane);if(j.asOf===undefined)this.list.addEventListener("total",()=>{document.title=this.list.total?`(${this.list.total}) Scrollback`:"Scrollback";});this.#c();}end(){this.#a?.end();}#c(){g(this.pane,h("div.nothing",{},v("chat"),h("p",{},"Choose a conversation.")));this.element.classList.remove("open");}#f(){this.list.filter(this.search.value,this.filter.value).catch((e)=>z(f(e),"bad"));}load(){return this.list.load();}async show({c,n,m}){if(this.#a?.conversation===c&&c!==undefined){if(n!==undefined&&n!==this.#j)this.#a.rows?.jump(Number(n),80);if(m!==undefined&&m!==this.#e)this.#a.show(m);this.#e=m;return;}this.#a?.end();this.#a=undefined;this.list.select(c);if(c===undefined)return this.#c();this.element.classList.add("open");const y=(this.#a=new Talk(this.reader,c,{back:()=>this.go({c:undefined,n:undefined,m:undefined}),notes:this.notes,moved:w(300,(t)=>{if(this.#a!==y)return;this.#j=t===undefined?undefined:String(t);this.go({n:this.#j,m:undefined},true);}),}));g(this.pane,y.element);this.#e=m;try{await y.begin({ordinal:n===undefined?undefined:Number(n),message:m});}catch(e){if(this.#a!==y)return;const s=e.code==="notFound"?"There is no such conversation for this person.":f(e);g(this.pane,h("div.nothing",{},v("warn"),h("p",{},s),this.notes.unseen?.(c)));}}#j;#e;take({event,data:u}){if(event==="snapshot"||event==="joined"){if(this.list.isLoaded)this.list.load().catch(()=>{});this.#a?.again();}else if(event==="change"){this.list.take(u);this.#a?.take(u);const i=u.type==="message"&&u.item;if(i&&i.sender!==this.reader.person&&this.reader.mayWrite&&this.delivers?.())this.#g(i);}}#d=new Map();#g(i){this.#d.set(i.conversation,i.message);this.#l();}#l=w(500,()=>{for(const[d,L]of this.#d){this.reader.do("markDelivered",{conversation:d,upTo:L}).catch(()=>{});}this.#d.clear();});mend(){this.list.load().catch(()=>{});this.#a?.mend();}async #k(){const s=await ask({title:"New conversation",action:"Search",fields:[{name:"search",label:"Name of a person",required:true}]});if(!s)return;try{const{items:l}=await this.reader.ask("users",{search:s.search,limit:20});const D=l.filter((a)=>a.user!==this.reader.person);if(!D.length)return z("No person of that name is found.");const C=await ask({title:"New conversation",action:"Begin",fields:[{name:"user",label:"With",options:D.map((p)=>[p.user,p.fullName??p.username])}]});if(!C)return;const{conversation:d}=await this.reader.do("startDirect",{with:C.user});await this.list.load();this.go({c:d});}catch(e){z(f(e),"bad");}}}export class ChatScreen{#b;constructor(b,E){this.session=b;this.go=E;this.element=h("div.screen");}end(){clearInterval(this.#h);this.#b?.end();}async show(o){const a=this.session.me??o.as;if(!a)return g(this.element,await choosePerson(this.session,this.go));if(this.#b?.reader.person!==a){this.#b?.end();const q=(this.#b=new Chat(this.session.reader(a),{go:this.go}));q.delivers=()=>this.session.isLeading;g(this.element,q.element);if(this.session.kind!=="user"){q.heading.textContent="Chats as";q.heading.append(" ",h("button.link",{type:"button",onclick:()=>this.go({as:undefined,c:undefined})},"…"));nameOf(this.session,a).then((name)=>{q.heading.lastChild.textContent=name;});}try{await q.load();}catch(e){if(e.code==="reasonNeeded")return this.go({as:undefined});g(this.element,h("div.nothing",{},v("warn"),h("p",{},f(e))));return;}if(this.session.kind==="operator")this.#h??=setInterval(()=>this.#i(),5_000);else this.session.follow(a);}await this.#b.show(o);}#h;#i(){if(!document.hidden)this.#b?.take({event:"joined"});}take(event){this.#b?.take(event);}mend(){this.#b?.mend();}}async function nameOf(b,a){const{items:l}=b.kind==="operator"?await b.operate("profiles",{users:[a]},{words:true}):await b.reader(a).ask("profiles",{users:[a]});return l[0]?.name??"Unknown";}export async function choosePerson(b,E){const F=h("div.choose");const I=async()=>{try{let A;if(b.kind==="operator"){const G=new Set();const{items:l}=await b.operate("events",{types:["profileSet"],limit:500});for(const i of l)G.add(i.user);const K=[...G].slice(0,200);A=K.length?(await b.operate("profiles",{users:K},{words:true})).items:[];}else{A=[];}g(F,h("h1",{},"As whom?"),h("p",{},"You see the store exactly as this person sees it."),h("ul.people.choice",{},A.map((a)=>h("li",{},h("button",{type:"button",onclick:()=>E({as:a.user})},avatar(a.user,a.name),h("span",{dir:"auto"},a.name),h("span.mono",{},a.user))))),h("form",{onsubmit:(event)=>{event.preventDefault();E({as:new FormData(event.target).get("id").trim().toLowerCase()});}},h("label.field",{},h("span",{},"Or by id"),h("input",{name:"id",required:true,pattern:"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",autocomplete:"off"})),h("button.primary",{},"Look")));}catch(e){if(e.code==="reasonNeeded")return r();g(F,h("p",{},f(e)));}};const r=()=>g(F,h("h1",{},"Why do you look?"),h("p",{},"These are other people's words. The log notes who looked, at what, and the reason."),h("form",{onsubmit:(event)=>{event.preventDefault();b.reason=new FormData(event.target).get("reason").trim();I();}},h("label.field",{},h("span",{},"Reason"),h("textarea",{name:"reason",rows:2,required:true,maxlength:2000})),h("button.primary",{},"Continue")));if(b.kind==="operator"&&!b.reason)r();else await I();return F;}

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
    path: "/console/dom.js",
    type: "text/javascript; charset=utf-8",
    tag: #""3a36a040cbc78e3aabd882498f8ade0c""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
export function h(name,n,...f){const[ad,...y]=name.split(".");const a=document.createElement(ad||"div");if(y.length)a.className=y.join(" ");for(const[k,b]of Object.entries(n??{})){if(b===undefined||b===null||b===false)continue;if(k.startsWith("on"))a.addEventListener(k.slice(2),b);else if(k==="value"||k==="checked"||k==="disabled")a[k]=b;else a.setAttribute(k,b===true?"":b);}Q(a,f);return a;}function Q(a,f){for(const g of f){if(Array.isArray(g))Q(a,g);else if(g!==undefined&&g!==null&&g!==false)a.append(g);}}export function fill(a,...f){a.replaceChildren();Q(a,f);return a;}export function reconcile(parent,W){let p=parent.firstChild;for(const g of W){if(g===p)p=p.nextSibling;else parent.insertBefore(g,p);}while(p){const X=p.nextSibling;p.remove();p=X;}}export const svg=(name,n={},...f)=>{const a=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[k,b]of Object.entries(n))a.setAttribute(k,b);a.append(...f);return a;};const Y={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",code:"M8.5 7L3.5 12l5 5M15.5 7l5 5-5 5",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};export function icon(name,m){const q=svg("svg",{viewBox:"0 0 24 24",class:"icon"},svg("path",{d:Y[name]}));if(m){q.setAttribute("role","img");q.setAttribute("aria-label",m);}else{q.setAttribute("aria-hidden","true");}return q;}export const iconButton=(name,m,onclick,ab={})=>h("button.icon-button",{type:"button",title:m,"aria-label":m,onclick,...ab},icon(name));export function avatar(N,name,{online:U}={}){let V=0;for(const F of N??"")V=(V*31+F.charCodeAt(0))>>>0;const r=(name??"").trim().split(/\s+/).filter(Boolean);const i=(E)=>[...new Intl.Segmenter().segment(E)].map((ac)=>ac.segment)[0]??"";const O=r.length>1?i(r[0])+i(r.at(-1)):i(r[0]??"?");return h(`span.avatar.tone${V%12}`,{"aria-hidden":"true"},h("span.letters",{},O.toLocaleUpperCase()),U?h("span.dot"):null);}export function pictures(A){const[i,w]=A.avatars??[];return A.kind==="direct"||!w?avatar(i?.user??A.conversation,i?.name??A.title,{online:A.kind==="direct"&&A.online}):h("span.pair",{},avatar(i.user,i.name),avatar(w.user,w.name));}const G=navigator.language||"en";const t=new Map();function o(z){const k=JSON.stringify(z);if(!t.has(k))t.set(k,new Intl.DateTimeFormat(G,z));return t.get(k);}export const dayKey=(e)=>{const H=new Date(e);return H.getFullYear()*10_000+H.getMonth()*100+H.getDate();};export const clock=(e)=>o({hour:"2-digit",minute:"2-digit"}).format(e);export const moment=(e)=>o({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(e);export function day(e){const M=dayKey(Date.now());if(dayKey(e)===M)return"Today";if(dayKey(e+86_400_000)===M)return"Yesterday";const D=new Date(e).getFullYear()===new Date().getFullYear();return o({weekday:"long",day:"numeric",month:"long",year:D?undefined:"numeric"}).format(e);}export function ago(e){if(dayKey(e)===dayKey(Date.now()))return clock(e);const I=(Date.now()-e)/86_400_000;if(I>=0&&I<6)return o({weekday:"short"}).format(e);return o({day:"numeric",month:"short",year:I>300?"2-digit":undefined}).format(e);}export const number=(b)=>b.toLocaleString(G);export const count=(b,E,aa=`${E}s`)=>`${number(b)} ${b===1?E:aa}`;export function bytes(b){for(const K of["B","KiB","MiB","GiB"]){if(b<1024||K==="GiB")return`${b<10&&K!=="B"?b.toFixed(1):Math.round(b)} ${K}`;b/=1024;}}export const short=(N)=>(N??"").slice(0,8);export const grown=(a)=>a.dispatchEvent(new Event("grown",{bubbles:true}));export function later(v,s){let L;return(...r)=>{clearTimeout(L);L=setTimeout(()=>s(...r),v);};}export function ask({title,text:x,fields:S=[],action:s="OK",danger:R=false}){return new Promise((P)=>{const N=`d${Math.random().toString(36).slice(2)}`;const u=S.map((c)=>({field:c,input:c.options?h("select",{name:c.name},c.options.map(([b,m])=>h("option",{value:b},m))):h(c.long?"textarea":"input",{name:c.name,type:c.long?undefined:c.type??"text",value:c.value??"",required:c.required,placeholder:c.hint,autocomplete:"off",rows:c.long?3:undefined,}),}));const j=h("dialog",{"aria-labelledby":N},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const l=Object.fromEntries(u.map(({field:c,input:C})=>[c.name,C.value.trim()]));J(l);}},h("h2",{id:N},title),typeof x==="string"?h("p",{},x):x,u.map(({field:c,input:C})=>h("label.field",{},h("span",{},c.label),C)),h("div.buttons",{},s!=="Close"&&h("button",{type:"button",onclick:()=>J()},"Cancel"),h(`button.primary${R?".danger":""}`,{type:"submit"},s))));const J=(l)=>{j.close();j.remove();P(l);};j.addEventListener("cancel",()=>J());document.body.append(j);j.showModal();(u[0]?.input??j.querySelector("button")).focus();});}export async function askReason(B){if(B.reason)return true;const l=await ask({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});B.reason=l?.reason;return l!==undefined;}export function toast(x,T=""){const Z=document.getElementById("toasts");const a=h(`div.toast${T&&`.${T}`}`,{},x);Z.append(a);setTimeout(()=>a.remove(),6_000);}

"""#
),
ConsoleFile(
    path: "/console/exports.js",
    type: "text/javascript; charset=utf-8",
    tag: #""180a1dee105b0cc40b06c3e73acba46d""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask as v,bytes as p,count as q,fill as o,h,moment as g,number as i,short as r,toast}from"./dom.js";import{base,sentence as m}from"./session.js";import{source}from"./source.js";const n=({conversation:e,user:y,from,until:s,deleted:t})=>([e&&`conversation ${r(e)}`,y&&`person ${r(y)}`,from!==undefined&&`from ${g(from)}`,s!==undefined&&`until ${g(s)}`,].filter(Boolean).join(", ")||"everything")+(t?", with deleted messages":"");export class Exports{#a;constructor(u){this.session=u;this.element=h("section.panel");this.jobs=h("ul.rows-list",{"aria-label":"Exports of this server"});this.noted=h("ul.rows-list");}end(){clearTimeout(this.#a);this.isOver=true;}async load(){const{items:c}=await this.session.operate("exports",{limit:20});o(this.noted,c.map((d)=>h("li",{},h("div",{},n(d),h("small",{dir:"auto"},[`up to ${i(d.upTo)}`,g(d.at),d.who,d.reason].filter(Boolean).join(" · "))),h("a",{href:`#log?at=${d.position}`},i(d.position)))));const F=await this.#b();o(this.element,h("h2",{},"Exports"),F&&[this.jobs,h("button.secondary",{type:"button",onclick:()=>this.#e()},"Make an export")],h("h3",{},"What has left the store"),c.length?this.noted:h("p",{},"No words have left the store."),source(this.session.operator(),"exports",{limit:20}));}async #b(){clearTimeout(this.#a);let c;try{({items:c}=await this.session.call("GET","exports"));}catch(k){if(k.status===404)return false;if(!this.isOver)this.#a=setTimeout(()=>this.#b(),5_000);return o(this.jobs,h("li",{},m(k)));}o(this.jobs,c.map((a)=>this.#g(a)));const f=c.some((a)=>a.state==="running");if(this.isRunning&&!f)this.load().catch(()=>{});this.isRunning=f;if(f&&!this.isOver)this.#a=setTimeout(()=>this.#b(),1_000);return true;}#g(a){const z={running:()=>[a.total?`${i(a.done)} of ${i(a.total)} events`:"waits for another export"],ready:()=>[p(a.bytes),a.erased&&q(a.erased,"erased content"),a.until&&`until ${g(a.until)}`],}[a.state]?.()??[a.error?.message];return h("li",{},h("div",{},h("b",{},n(a.scope))," ",h(`span.state.${a.state}`,{},a.state),h("small",{dir:"auto"},[...z,a.who,g(a.begun)].filter(Boolean).join(" · ")),a.state==="running"&&a.total>0&&h("progress",{max:a.total,value:Math.min(a.done,a.total),"aria-label":"Written events"})),h("div.buttons",{},a.state==="ready"&&h("button.secondary",{type:"button",onclick:()=>this.#c(a)},"Download"),h("button.secondary",{type:"button",onclick:()=>this.#d(a)},a.state==="running"?"Stop":"Delete")));}async #f(E){try{await E();}catch(k){toast(m(k),"bad");}await this.#b();}#c(a){return this.#f(async()=>{const{path:D}=await this.session.call("POST",`exports/${a.export}/ticket`,{});const C=h("a",{href:`${base}${D.slice(1)}`,download:""});C.click();});}async #d(a){const l=await v({title:"Delete this export?",action:"Delete",danger:true,text:`${p(a.bytes??0)} on the server go. What was downloaded stays where it is, and the log still says that it was made.`,});if(l)await this.#f(()=>this.session.call("DELETE",`exports/${a.export}`));}async #e(){const b=await v({title:"Make an export",action:"Count",fields:[{name:"what",label:"Of what",options:[["","Everything"],["conversation","A conversation"],["user","A person"]]},{name:"id",label:"Id of the conversation or person"},{name:"from",label:"Or from",type:"date"},{name:"until",label:"Until",type:"date"},{name:"deleted",label:"Deleted messages",options:[["","Without"],["yes","With"]]},{name:"reason",label:"Reason, which the log keeps"}]});if(!b)return;const x=(w)=>(w?new Date(w).getTime():undefined);const j={...(b.what&&{[b.what]:b.id}),from:x(b.from),until:x(b.until),};const A=!b.what&&!j.from&&!j.until;await this.#f(async()=>{const{items:c}=await this.session.operate("histogram",{...j,buckets:1});const B=c.reduce((G,d)=>G+d.count,0);const l=await v({title:`Export ${j.user?"up to ":""}${q(B,"event")}?`,action:`Export ${i(B)}`,danger:true,text:`Their words leave the store in the clear, for who has the file${A?", those of deleted messages too":""}. The log notes who made it, of what, and why.`,});if(!l)return;await this.session.call("POST","exports",{...j,deleted:b.deleted?true:undefined,reason:b.reason||undefined});});}}

"""#
),
ConsoleFile(
    path: "/console/list.js",
    type: "text/javascript; charset=utf-8",
    tag: #""37419ba0f639696d138f4158e8f70d62""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,fill,h,icon as A,later as x,number,pictures as w,reconcile as s}from"./dom.js";const H=(a,b)=>b.pinned-a.pinned||b.lastActivityAt-a.lastActivityAt||(a.conversation<b.conversation?-1:1);export class List extends EventTarget{rows=new Map();typing=new Map();total=0;#d=new Map();#f;#b;#c=new Set();#a="active";constructor(C,{open}){super();this.reader=C;this.open=open;this.element=h("div.list-scroll",{onscroll:()=>this.#k()});this.items=h("ul.conversations",{"aria-label":"Conversations"});this.element.append(this.items);this.items.addEventListener("keydown",(event)=>this.#j(event));}async load(){this.#f=undefined;const k=await this.#i();this.rows.clear();for(const c of k.items)this.rows.set(c.conversation,c);this.isLoaded=true;this.draw();this.#h();}async filter(r,z){this.search=r||undefined;this.#a=z;await this.load();}get query(){return["conversations",{limit:50,filter:this.#a,search:this.search}];}async #i(){const[name,y]=this.query;const k=await this.reader.ask(name,{...y,cursor:this.#f});this.#f=k.next;return k;}#k(){const{scrollTop:t,clientHeight:l,scrollHeight:o}=this.element;if(!this.#f||this.#b||t+l<o-800)return;this.#b=this.#i().then((k)=>{for(const c of k.items)if(!this.rows.has(c.conversation))this.rows.set(c.conversation,c);this.draw();}).finally(()=>{this.#b=undefined;});}#h=x(150,async()=>{const p=await this.reader.ask("unread").catch(()=>undefined);if(!p)return;this.total=p.badge??p.total;this.dispatchEvent(new Event("total"));});take(d){if(d.type==="typing"){if(d.users.length)this.typing.set(d.conversation,d.text);else this.typing.delete(d.conversation);this.#e();}else if(d.type==="presence"){for(const[n,c]of this.rows){if(c.kind!=="direct"||c.avatars[0]?.user!==d.user)continue;this.rows.set(n,{...c,online:d.online,lastSeenAt:d.lastSeenAt});}this.#e();}else if(d.conversation){this.#c.add(d.conversation);this.#g();}else if(d.type==="erased"||d.type==="profile"){for(const n of this.rows.keys())this.#c.add(n);this.#g();}}#g=x(40,async()=>{const I=[...this.#c];this.#c.clear();if(I.length>12||this.search)return this.load().catch(()=>{});await Promise.all(I.map(async(n)=>{try{const c=await this.reader.ask("conversation",{conversation:n});const B=this.#a==="all"||(c.membership==="active"?(this.#a==="active"?!c.archived&&!c.hidden:this.#a==="archived"?c.archived:c.hidden):this.#a==="former"&&!c.hidden);if(B)this.rows.set(n,c);else this.rows.delete(n);}catch(F){if(F.code==="notFound")this.rows.delete(n);}}));this.draw();this.#h();});#e(){this.frame??=requestAnimationFrame(()=>{this.frame=undefined;this.draw();});}select(m){this.selected=m;this.draw();}draw(){const D=[...this.rows.values()];if(!this.search)D.sort(H);const u=D.map((c)=>{const f=this.typing.get(c.conversation);const e=c.conversation===this.selected;let i=this.#d.get(c.conversation);if(!i||i.row!==c||i.typing!==f||i.isSelected!==e){const v=i?.element.contains(document.activeElement);const j=this.#l(c,f,e);if(i)i.element.replaceWith(j);if(v)j.firstChild.focus();i={row:c,typing:f,isSelected:e,element:j};this.#d.set(c.conversation,i);}return i.element;});for(const n of this.#d.keys())if(!this.rows.has(n))this.#d.delete(n);if(u.length===0){const r=this.search?"Nothing is found.":this.#a==="active"?"No conversations yet.":"Nothing here.";fill(this.items,h("li.empty",{},r));}else{s(this.items,u);}}#l(c,f,e){const g=c.last;const J=g&&g.kind!=="system"&&c.kind!=="direct"&&g.sender?`${g.sender===this.reader.person?"You":g.senderName}: `:g?.sender===this.reader.person&&g?.kind!=="system"?"You: ":"";const G=[c.title,c.online&&"online",c.unread>0&&`${c.unread} unread`,f??(g&&J+g.preview),].filter(Boolean).join(", ");return h("li",{},h(`button.conversation${e?".selected":""}${c.unread?".unread":""}`,{type:"button","aria-current":e?"true":undefined,"aria-label":G,"data-conversation":c.conversation,onclick:()=>this.open(c.conversation),},w(c),h("span.conversation-top",{},h("span.title",{dir:"auto"},c.title),c.pinned&&A("pin"),c.muted&&A("mute"),h("time",{},ago(c.lastActivityAt))),h("span.conversation-bottom",{},f?h("span.preview-text.typing",{},f):h("span.preview-text",{dir:"auto"},J,g?.preview??""),c.unread>0&&h(`span.badge${c.muted?".quiet":""}`,{},c.unread>999?"999+":number(c.unread)))));}#j(event){const E={ArrowDown:1,ArrowUp:-1}[event.key];if(!E)return;const q=[...this.items.querySelectorAll("button")];q[q.indexOf(document.activeElement)+E]?.focus();event.preventDefault();}}

"""#
),
ConsoleFile(
    path: "/console/log.js",
    type: "text/javascript; charset=utf-8",
    tag: #""16a3b2923a3e04e05b553b2eff7b9fa5""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{askReason as B,count as o,fill as e,h,icon,moment as l,number as i,short as G,svg}from"./dom.js";import{sentence as q}from"./session.js";import{source as D}from"./source.js";import{because as K}from"./why.js";const g=[["conversation","Conversation","id"],["actor","Who did it","id"],["user","Whom it concerns","id"],["message","Message","id"],["type","Type","messageSent"],];export class LogScreen{#o;#a;#b=0;#d=0;#h;constructor(L,go){this.session=L;this.go=go;this.chart=h("div.chart");this.rows=h("ol.events",{"aria-label":"Events"});this.state=h("p.scan",{role:"status"});this.more=h("button.secondary",{type:"button",hidden:true,onclick:()=>this.#k()},"Earlier events");this.source=h("div");this.form=h("form.filters",{onsubmit:(event)=>{event.preventDefault();const P=new FormData(event.target);go(Object.fromEntries(g.map(([name])=>[name,P.get(name)?.trim()||undefined])));}},g.map(([name,s,U])=>h("label.field",{},h("span",{},s),h("input",{name,placeholder:U,autocomplete:"off",spellcheck:"false"}))),h("button.secondary",{},"Filter"));this.element=h("div.log",{},h("header.log-head",{},h("h1",{},"Log"),h("label.switch",{},(this.words=h("input",{type:"checkbox",onchange:()=>this.#l()})),"Show what people wrote")),this.form,this.chart,this.state,this.rows,this.more,this.source);this.#h=setInterval(()=>this.#n(),2_000);}end(){clearInterval(this.#h);}async show(b){this.parameters=b;for(const[name]of g)this.form.elements[name].value=b[name]??"";this.filter={};for(const[name]of g)if(b[name])this.filter[name]=b[name];for(const name of["fromTime","untilTime"])if(b[name])this.filter[name]=Number(b[name]);await this.#g(b.at&&Number(b.at));}async #g(v){const p=(this.#b+=1);e(this.rows);this.#d=0;try{const H=await this.session.operate("state");if(p!==this.#b)return;this.size=H.size;this.#a=v??H.size;this.#c(p);await this.#k(p);if(v)this.rows.querySelector("button")?.click();}catch(r){e(this.state,h("span.problem",{},q(r)));}}#e(W){return{...this.filter,...W,content:this.words.checked||undefined};}async #k(p=this.#b){this.more.hidden=true;const Q=60;let E=120;let d=[];while(d.length<Q&&this.#a>0){const from=Math.max(1,this.#a-E+1);const c=[];let u=from;while(u!==undefined&&u<=this.#a){const m=await this.session.operate("events",this.#e({from:u,until:this.#a,limit:500}),{words:this.words.checked});if(p!==this.#b)return;c.push(...m.items);u=m.next;this.#f(u);}d=[...c,...d];this.#a=from-1;E=Math.min(E*(c.length?2:8),1_000_000);}this.rows.append(...d.reverse().map((a)=>this.#m(a)));this.#d+=d.length;this.more.hidden=this.#a<=0;this.#f();e(this.source,D(this.session.operator(this.words.checked),"events",this.#e({limit:50})));}#f(at){e(this.state,at!==undefined?`Searching; position ${i(at)} is reached.`:this.#a>0?`${o(this.#d,"event")} of the positions ${i(this.#a+1)} to ${i(this.size)}; earlier ones are not searched yet.`:`${o(this.#d,"event")}; all ${i(this.size)} positions are searched.`);}async #n(){if(document.hidden||!this.size||this.parameters?.untilTime||this.session.state==="lost")return;const p=this.#b;try{const m=await this.session.operate("events",this.#e({from:this.size+1,limit:200}),{words:this.words.checked});if(p!==this.#b)return;for(const a of m.items){this.rows.prepend(this.#m(a));this.size=Math.max(this.size,a.position);this.#d+=1;}if(m.items.length)this.#f();}catch{}}async #l(){if(this.words.checked&&!(await B(this.session)))this.words.checked=false;if(this.parameters)await this.#g();}async #c(p,I=0){const{items:c}=await this.session.operate("histogram",{conversation:this.filter.conversation,user:this.filter.user,type:this.filter.type,from:this.filter.fromTime??this.first??undefined,until:this.filter.untilTime,buckets:80,}).catch(()=>({items:[]}));if(p!==this.#b||!c.length)return void e(this.chart);const F=c.findIndex((a,n)=>n>0&&a.count>0);if(!this.filter.fromTime&&F>8&&I<4){this.first=c[F].from;return this.#c(p,I+1);}const X=Math.max(...c.map((a)=>a.count),1);const J=800/c.length;const w=svg("svg",{viewBox:"0 0 800 90",preserveAspectRatio:"none",class:"histogram","aria-hidden":"true"},...c.map((a,n)=>{const O=a.count?Math.max(2,(a.count/X)*84):0;return svg("rect",{x:n*J+0.5,y:88-O,width:Math.max(1,J-1.5),height:O,rx:1});}));const k=h("input.span",{type:"range",min:0,max:c.length-1,value:c.length-1,"aria-label":"Pick a span of time","aria-valuetext":"everything",oninput:()=>{const a=c[k.value];k.setAttribute("aria-valuetext",`${l(a.from)}: ${o(a.count,"event")}`);s.textContent=`${l(a.from)} · ${o(a.count,"event")}`;[...w.children].forEach((aa,n)=>aa.classList.toggle("lit",n===Number(k.value)));},onchange:()=>{const a=c[k.value];this.go({fromTime:String(a.from),untilTime:String(a.until),at:undefined});}});const s=h("span",{},`${l(c[0].from)} to ${l(c.at(-1).until)}`);e(this.chart,w,k,h("p.chart-label",{},s,this.filter.fromTime&&h("button.link",{type:"button",onclick:()=>this.go({fromTime:undefined,untilTime:undefined})},"All times")));}#m(a){const T=a.content?.text??a.content?.title??a.content?.fullName??a.content?.username;const open=h("button.event",{type:"button","aria-expanded":"false",onclick:()=>{const C=open.getAttribute("aria-expanded")==="true";open.setAttribute("aria-expanded",String(!C));if(C)open.nextSibling.remove();else open.after(this.#i(a));}},h("span.position",{},i(a.position)),h("span.type",{},a.type),h("span.about",{dir:"auto"},T??M(a)),h("time",{},l(a.at)));return h("li",{},open);}#j(a){const t=h("span",{},"…");const V=async()=>{for(let from=a.position+1;from!==undefined;){const m=await this.session.operate("events",{from,type:"contentErased",limit:500});const d=m.items.find((ab)=>(ab.fields.ranges??[]).some((A)=>a.position>=A.first&&a.position<A.first+A.count));if(d)return e(t,h("a",{href:`#log?at=${d.position}`},`the erasure at ${i(d.position)}`));from=m.next;}e(t,"an erasure that is not found");};V().catch((r)=>e(t,q(r)));return t;}#i(a){const z=(name,id)=>h("button.link",{type:"button",onclick:()=>this.go({...Y,[name]:id,at:undefined})},G(id));const S=[["Stream",a.stream+(a.version?`, version ${a.version}`:"")],a.actor&&["Actor",z("actor",a.actor)],a.conversation&&["Conversation",z("conversation",a.conversation)],a.user&&["User",z("user",a.user)],a.fields?.message&&["Message",z("message",a.fields.message)],["Leaf",h("span.mono",{},a.leaf)],a.seal&&["Seal of the content",h("span.mono",{},a.seal)],a.erased&&["Erased by",this.#j(a)],].filter(Boolean);const R=h("form.why",{onsubmit:async(event)=>{event.preventDefault();const Z=new FormData(event.target).get("user").trim();try{const N=await this.session.operate("explain",{message:a.fields.message,user:Z});e(R.lastChild,K(N));}catch(r){e(R.lastChild,h("p.problem",{},q(r)));}}},h("label.field",{},h("span",{},"Who sees it? Id of a person"),h("input",{name:"user",required:true,autocomplete:"off"})),h("button.secondary",{},"Explain"),h("div"));return h("div.event-details",{},h("dl.facts",{},S.map(([name,j])=>[h("dt",{},name),h("dd",{},j)])),a.seal&&!a.content&&h("p",{},icon("lock")," ",a.erased?"The content was erased.":"There is content; it is hidden until you show what people wrote."),a.content&&h("pre.content",{tabindex:0,dir:"auto"},JSON.stringify(a.content,null,2)),h("div.event-actions",{},h("a",{href:`#proof?event=${a.position}`},"Prove that it is in the log"),a.erased&&h("a",{href:`#proof?erased=${a.position}`},"See the receipt of its erasure"),a.conversation&&h("a",{href:`#past?at=${a.position}`},"See the past here")),a.fields?.message&&a.type==="messageSent"&&R,D(this.session.operator(this.words.checked),"events",{from:a.position,until:a.position,content:this.words.checked||undefined}));}}const Y=Object.fromEntries(g.map(([name])=>[name,undefined]));function M(a){const f=a.fields??{};if(a.type==="messageSent"){return[f.kind,f.characters!==undefined&&o(f.characters,"character"),f.attachments?.length&&o(f.attachments.length,"attachment")].filter(Boolean).join(", ");}return Object.entries(f).filter(([,j])=>typeof j!=="object").slice(0,4).map(([name,j])=>`${name} ${String(j).length===36?G(String(j)):j}`).join(", ");}

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
    path: "/console/operator.js",
    type: "text/javascript; charset=utf-8",
    tag: #""cb3684bff96953b89ba37b083d42f113""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask as W,askReason as Q,bytes as G,count as j,fill as B,h,icon,moment as v,number as d,short as M,svg as Z,toast as O}from"./dom.js";import{consumers as R}from"./consumers.js";import{Exports}from"./exports.js";import{sentence as s}from"./session.js";import{source as z}from"./source.js";const t=(ak,...S)=>h("section.panel",{},h("h2",{},ak),S);const T="2026-01-31";export class OperatorScreen{#e;#b=[];#a;constructor(L,go){this.session=L;this.go=go;this.tiles=h("div.tiles");this.cards=h("div.cards");this.exports=new Exports(L);this.webhooks=h("section.panel");this.element=h("div.operator",{},h("header",{},h("h1",{},"Operator"),(this.about=h("p.mono"))),this.tiles,this.cards);this.#e=setInterval(()=>this.#c().catch(()=>{}),2_000);}end(){clearInterval(this.#e);this.exports.end();}async show(){await this.#c();await this.#j();}async #c(){if(document.hidden)return;const f=await this.session.operate("gauges");const ao=performance.now();if(this.#a){const ab=(ao-this.#a.at)/1_000;this.#b.push((f.appended-this.#a.appended)/ab);if(this.#b.length>60)this.#b.shift();}this.#a={at:ao,appended:f.appended};const D=(ah,i,ar)=>h("div.tile",{},h("span",{},ah),h("b",{},i),ar);B(this.tiles,D("Events",d(f.position),aq(this.#b)),D("Commit",K(f.commitLatency),ac(f.commitLatency)),D("Send",K(f.sends.latency),ac(f.sends.latency)),D("Sends",`${d(f.sends.done)} done`,h("small",{},`${d(f.sends.refused)} refused, ${d(f.sends.failed)} failed`)),D("Followers",d(f.followers),h("small",{},`${d(f.waiting)} commands wait`)),D("Files",G(Object.values(f.files).reduce((a,b)=>a+b,0)),h("small",{},Object.entries(f.files).map(([name,au])=>`${name} ${G(au)}`).join(", "))));}async #j(){const[c,al]=await Promise.all([this.session.operate("state"),this.session.operate("views"),R(this.session,this.webhooks),this.exports.load(),]);const F=this.session.operator();this.state=c;this.about.textContent=`${c.log} · epoch ${c.epoch}`;B(this.cards,this.#k(),this.#l(c),this.#d(c),this.#f(c),this.#h(c),this.webhooks,t("Media owed",h("p",{},c.mediaOwed?`${j(c.mediaOwed.count,"address","addresses")} of media that nothing names any more, since ${v(c.mediaOwed.since)}.`:"Nothing is owed."),c.mediaOwed&&z(F,"mediaOwed",{limit:100})),this.exports.element,t("Views",h("div.views",{tabindex:0},h("table",{},h("thead",{},h("tr",{},["View","Rows","Bytes","Behind"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},al.items.map((P)=>h("tr",{},h("th",{scope:"row"},P.name),h("td",{},d(P.rows)),h("td",{},G(P.bytes)),h("td",{},d(c.size-P.position))))))),z(F,"views")),t("State",h("p",{},`${d(c.size)} events in ${G(c.bytes)}.`),z(F,"state"),h("p",{},"The numbers above:"),z(F,"gauges")));}async #i(name,o,m){try{const p=await this.session.command(name,o);O(m(p));await this.#j();return p;}catch(q){O(s(q),"bad");return undefined;}}#k(){const p=h("div",{role:"status"});const ap=h("form",{onsubmit:async(event)=>{event.preventDefault();const g=Object.fromEntries(new FormData(event.target));const o={[g.what]:g.id.trim(),basis:g.basis.trim(),reason:g.reason.trim()};try{const e=await this.session.command("erase",{...o,dryRun:true});if(!e.erased&&!e.deferredCount)return void B(p,h("p",{},"There is nothing to erase."));const I=await W({title:`Erase ${j(e.erased,"content")}?`,action:`Erase ${d(e.erased)}`,danger:true,text:h("div",{},h("p",{},`${j(e.erased,"content")} will be destroyed, here and in every backup that has only the log. This cannot be undone.`),e.deferredCount>0&&h("p",{},`${j(e.deferredCount,"content")} must wait: ${[...new Set(e.deferred.map((u)=>u.why))].join(", ")}.`),e.forwardsCount>0&&h("p",{},`${j(e.forwardsCount,"forwarded copy","forwarded copies")} will stay.`),e.exports?.length>0&&h("p",{},`${j(e.exports.length,"export")} that left the store may have it still.`)),});if(!I)return;const m=await this.#i("erase",o,(r)=>`${j(r.erased,"content")} erased.`);if(m){this.cards.firstChild.append(this.#g(m));}}catch(q){B(p,h("p.problem",{},s(q)));}}},h("label.field",{},h("span",{},"What"),h("select",{name:"what"},["message","user","conversation"].map((i)=>h("option",{value:i},i)))),h("label.field",{},h("span",{},"Id"),h("input",{name:"id",required:true,autocomplete:"off"})),h("label.field",{},h("span",{},"Basis"),h("input",{name:"basis",required:true,placeholder:"request of the sender"})),h("label.field",{},h("span",{},"Reason"),h("input",{name:"reason",required:true})),h("button.secondary",{},"See what would go"),p);return t("Erase",h("p",{},"First it is counted; nothing goes without another yes."),ap);}#g(m){const an=m.erasedList?.slice(0,10)??[];return h("div.receipt",{},h("p",{},`Erased: ${d(m.erased)}; waiting: ${d(m.deferredCount)}; still running: ${d(m.pending)}. Request at `,h("a",{href:`#log?at=${m.request}`},d(m.request)),"."),an.length>0&&h("p",{},"Receipts, under a checkpoint that is signed after the erasure: ",an.map((J,n)=>[n>0&&", ",h("a",{href:`#proof?erased=${J}`},`event ${d(J)}`)])));}#l(c){const w=async()=>{const g=await W({title:"Place a hold",action:"Place",fields:[{name:"matter",label:"Matter",required:true},{name:"conversation",label:"Id of a conversation"},{name:"user",label:"Or of a person"},{name:"from",label:"From",hint:T,type:"date"},{name:"until",label:"Until",type:"date"}]});if(!g)return;const ag=(N)=>(N?new Date(N).getTime():undefined);const o={matter:g.matter,conversation:g.conversation||undefined,user:g.user||undefined,from:ag(g.from),until:ag(g.until)};await this.#i("placeHold",o,()=>"The hold is placed.");};return t("Holds",c.holds.length?h("ul.rows-list",{},c.holds.map((k)=>h("li",{},h("div",{},h("b",{dir:"auto"},k.matter??M(k.hold)),h("small",{},[k.conversation&&`conversation ${M(k.conversation)}`,k.user&&`person ${M(k.user)}`,k.from&&`from ${v(k.from)}`,k.until&&`until ${v(k.until)}`].filter(Boolean).join(", ")||"everything")),h("button.secondary",{type:"button",onclick:async()=>{const A=c.pendingErasures.filter((u)=>u.hold===k.hold).reduce((Y,u)=>Y+u.waiting,0);const N=A?`${j(A,"content")} will be destroyed at once, for erasures that wait for it. This cannot be undone.`:"No erasure waits for it. Its contents may be erased from then on.";if(await W({title:"Release the hold?",text:N,action:"Release",danger:true})){await this.#i("releaseHold",{hold:k.hold},()=>"The hold is released.");}}},"Release")))):h("p",{},"Nothing is held."),h("button.secondary",{type:"button",onclick:w},"Place a hold"));}#d(c){const ai=c.configuration.retention??[];const av=async()=>{try{const e=await this.session.command("runRetention",{dryRun:true});const I=await W({title:e.erased?`Erase ${j(e.erased,"content")}?`:"Nothing is old enough",text:h("div",{},h("p",{},`${j(e.erased,"content")} are older than they may be. ${j(e.deferredCount,"content")} must wait. ${j(e.upcomingCount??0,"content")} will follow in the next 30 days.`)),action:e.erased?`Erase ${d(e.erased)}`:"Close",danger:e.erased>0});if(I&&e.erased)await this.#i("runRetention",{},(r)=>`${j(r.erased,"content")} erased.`);}catch(q){O(s(q),"bad");}};const ad=(i)=>(i===undefined?"–":j(i,"day"));return t("Retention",h("table",{},h("thead",{},h("tr",{},["Kind","At least","At most"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},ai.map((V)=>h("tr",{},h("th",{scope:"row"},V.kind),h("td",{},ad(V.minimum)),h("td",{},ad(V.maximum)))))),h("button.secondary",{type:"button",onclick:av},"Try what would go"));}#f(c){const A=[...(c.erasing??[]),...(c.pendingErasures??[])];return t("Erasures that wait",A.length?h("ul.rows-list",{},A.slice(0,50).map((u)=>h("li",{},h("div",{},h("a",{href:`#log?at=${u.position??u.request}`},`Request ${d(u.position??u.request??0)}`),h("small",{},Object.entries(u).filter(([,i])=>typeof i!=="object").map(([name,i])=>`${name} ${i}`).join(", ")))))):h("p",{},"None."));}#h(c){const w=h("div");const E=c.moderators[0]?.user??c.moderators[0];const af=async()=>{if(!(await Q(this.session)))return;try{const{items:X}=await this.session.reader(E).ask("reports",{limit:50});B(w,X.length?h("ul.rows-list",{},X.map((C)=>h("li",{},h("div",{},h("b",{dir:"auto"},`${C.reason}, by ${C.reporterName}`),h("small",{dir:"auto"},[C.details,C.preview,C.status,v(C.at)].filter(Boolean).join(" · ")))))):h("p",{},"No reports."));}catch(q){B(w,h("p.problem",{},s(q)));}};return t("Reports",E?[w,h("button.secondary",{type:"button",onclick:af},icon("eye")," Show the reports")]:h("p",{},"There is no moderator; appoint one to see reports."));}}function K({bounds:H,counts:l}){const am=l.reduce((a,b)=>a+b,0);if(!am)return"–";const at=(aj)=>{let Y=0;for(let n=0;n<l.length;n+=1){Y+=l[n];if(Y>=am*aj)return H[n]??H.at(-1);}return H.at(-1);};const aa=(us)=>(us<1_000?`${us} µs`:us<1_000_000?`${us/1_000} ms`:`${us/1e6} s`);return`≤ ${aa(at(0.5))}, 99 % ≤ ${aa(at(0.99))}`;}function ac({counts:l}){const U=Math.max(...l,1);return Z("svg",{viewBox:`0 0 ${l.length*8} 28`,class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},...l.map((i,n)=>Z("rect",{x:n*8,y:28-(i?3+(i/U)*25:1),width:6,height:28,rx:1})));}function aq(g){const U=Math.max(...g,1);const ae=g.map((i,n)=>`${(n/59)*120},${26-(i/U)*23}`).join(" ");return Z("svg",{viewBox:"0 0 120 28",class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},Z("polyline",{points:ae||"0,26 120,26"}));}

"""#
),
ConsoleFile(
    path: "/console/past.js",
    type: "text/javascript; charset=utf-8",
    tag: #""c6603e7893609dbafc9fbbc8f2b540ee""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Chat,choosePerson as q}from"./chat.js";import{fill as r,h,icon as I,later,moment as x,number as y}from"./dom.js";import{sentence as t}from"./session.js";import{Why}from"./why.js";export class PastScreen{#a=[];constructor(H,W){this.session=H;this.go=W;this.element=h("div.screen");}end(){for(const d of this.#a)d.chat?.end();this.#a=[];}#b;#c;show(e){this.#b=this.parameters=e;this.#c??=(async()=>{while(this.#b){const S=this.#b;this.#b=undefined;await this.#j(S);}})().finally(()=>{this.#c=undefined;});return this.#c;}async #j(e){const s=this.session.me??e.as;if(!s)return r(this.element,await q(this.session,this.go));const u=e.to===undefined?[e.at]:[e.at,e.to];if(this.person!==s||this.#a.length!==u.length){this.person=s;try{await this.#g(u.length);}catch(i){return void r(this.element,h("div.nothing",{},I("warn"),h("p",{},t(i))));}}try{await Promise.all(this.#a.map((d,n)=>this.#h(d,u[n])));const{c,n,m}=e;const M=this.#a.map((d)=>d.chat.show({c,n,m}));if(this.#a.length===2)this.#e();await Promise.all(M);}finally{for(const d of this.#a)if(!d.isMoving)this.#d(d,false);}}#d({place:E},w){E.inert=w;E.setAttribute("aria-busy",String(w));}async #g(l){this.end();if(this.session.kind==="operator"){const N=await this.session.operate("state");this.span={first:1,last:N.size,isTime:false};}else{const{items:o}=await this.session.reader(this.person).ask("conversations",{filter:"all",limit:500});const P=Date.now();const J=Math.min(P-86_400_000,...o.map((V)=>V.lastActivityAt-30*86_400_000));this.span={first:J,last:P,isTime:true};}this.#a=Array.from({length:l},(_,n)=>this.#i(n));const G=h("button.secondary",{type:"button",onclick:()=>this.go({to:l===2?undefined:String(this.span.last)})},l===2?"One moment":"Compare two moments");r(this.element,h("div.past",{},h("header.past-head",{},h("div.sliders",{},this.#a.map((d)=>d.control)),G),h(`div.moments.n${l}`,{},this.#a.map((d)=>d.place)),h("p.visually-hidden",{role:"status"})));}#i(n){const O=n===0?"at":"to";const C=h("output");const j=h("input",{type:"range",min:this.span.first,max:this.span.last,step:this.span.isTime?1_000:1,"aria-label":n===0?"Moment":"Second moment",oninput:()=>{d.isMoving=true;this.#d(d,true);this.#f(d,Number(j.value));K();},});const K=later(120,()=>{d.isMoving=false;if(!this.#a.includes(d))return;this.go({[O]:j.value},true);this.show({...this.parameters,[O]:j.value});});const d={input:j,label:C,place:h("div.moment")};d.control=h("label.slider",{},C,j);return d;}#f(d,f){const p=this.span.isTime?x(f):`Position ${y(f)}`;d.label.textContent=p;d.input.setAttribute("aria-valuetext",p);}async #h(d,T){const f=T===undefined?this.span.last:Math.max(this.span.first,Math.min(Number(T),this.span.last));if(d.chat&&(d.isMoving||d.value===f))return;d.value=f;this.#d(d,true);d.input.value=f;this.#f(d,f);const Q=this.span.isTime?new Date(f).toISOString():f;const z=this.session.reader(this.person,Q);const v=new Chat(z,{title:"As it was",go:(F,B)=>this.go({...F},B),notes:this.session.kind==="operator"?new Why(this.session,z):undefined,});try{await v.load();if(this.session.kind==="operator")await this.#k(d,f);}catch(i){const p=i.code==="permissionDenied"?"This server does not show the past to its users.":i.code==="notFound"?"The log begins later.":t(i);r(d.place,h("div.nothing",{},I("past"),h("p",{},p)));d.chat?.end();d.chat=v;d.value=undefined;return;}d.chat?.end();d.chat=v;r(d.place,v.element);}async #k(d,f){const{items:o}=await this.session.operate("events",{from:f,until:f,limit:1});if(d.value===f&&o[0])d.label.textContent=`Position ${y(f)} · ${x(o[0].at)}`;}#e(){const[a,b]=this.#a.map((d)=>d.chat.list.rows);for(const[d,L]of[[this.#a[0],b],[this.#a[1],a]]){const R=d.chat.list.rows;for(const g of d.chat.list.items.querySelectorAll("[data-conversation]")){const U=g.dataset.conversation;const[D,A]=[R.get(U),L.get(U)];const k=!A?"only here":D.unread!==A.unread||D.title!==A.title||D.last?.preview!==A.last?.preview||D.membership!==A.membership?"differs":undefined;g.classList.toggle("differs",k!==undefined);g.querySelector(".difference")?.remove();if(k)g.querySelector(".conversation-top time").before(h("span.difference",{},k));}}}}

"""#
),
ConsoleFile(
    path: "/console/proof.js",
    type: "text/javascript; charset=utf-8",
    tag: #""3a992561402ceb9aaf7881b65969a3dc""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as s,h,icon,number as d}from"./dom.js";import{base,sentence as g}from"./session.js";import{source}from"./source.js";import{card as v,Desk}from"./verdict.js";import{against as i,check,Fault,readCheckpoint as k}from"./verify.js";const j=new TextEncoder();export class ProofScreen{constructor(r,C){this.session=r;this.go=C;this.desk=new Desk({store:localStorage,changed:()=>this.#c()});this.server=h("section.panel");this.element=h("div.proof",{},h("header",{},h("h1",{},"Proof"),h("p",{},"Everything here is computed by this page. But the page came from the server that it checks: ",h("b",{},"scrollback check")," and ",h("a",{href:`${base}console/check.html`,download:"scrollback-check.html"},"a copy of the checker that you keep")," do not.")),h("div.desk",{},this.desk.keyBox,this.desk.pinBox,this.desk.drop,r.kind==="operator"&&this.server),this.desk.results);}async begin(){await this.desk.begin();await this.#c();return this.desk.status;}async show({event,erased:e}){await(this.begun??=this.begin());const l=event??e;if(!l||(event===this.event&&e===this.erased))return;[this.event,this.erased]=[event,e];await(event?this.#a({event:Number(event)},`event ${event}`):this.#a({erased:Number(e)},`receipt of the erasure of event ${e}`));}async #c(){if(this.session.kind!=="operator")return;let a;try{a=await this.session.operate("checkpoint");}catch(b){return void s(this.server,h("p",{},g(b)));}this.found=a;const A=h("form",{onsubmit:(event)=>{event.preventDefault();const n=event.submitter?.value==="erased";const o=new FormData(event.target).get("position");this.go({event:n?undefined:o,erased:n?o:undefined});}},h("label.field",{},h("span",{},"Position of an event"),h("input",{name:"position",type:"number",min:1,max:a.size,required:true,value:this.event??this.erased??""})),h("div.buttons",{},h("button.secondary",{disabled:!a.checkpoint},"Prove it"),h("button.secondary",{disabled:!a.checkpoint,value:"erased"},"Receipt of its erasure")));s(this.server,h("h2",{},"The server"),h("p",{},`${d(a.size)} events; `,a.checkpoint?`a signed checkpoint of ${d(a.kept)}.`:"no signed checkpoint yet. Sign one with scrollback checkpoint."),a.checkpoint&&h("div.buttons",{},h("button.secondary",{type:"button",onclick:()=>this.desk.show(j.encode(a.checkpoint),"the server's checkpoint")},"Check the checkpoint"),h("button.secondary",{type:"button",onclick:()=>this.desk.keep(a.checkpoint).catch((b)=>this.#e(b))},"Keep it")),A,source(this.session.operator(),"checkpoint"));this.desk.status=await this.#d(a).catch((b)=>h("p.problem",{},g(b)));this.desk.drawPin();}#e(b){this.desk.results.prepend(v("bad","the server's checkpoint",[h("p",{},b.message)]));}async #d(a){const{pin:f,key:u}=this.desk;if(!f)return undefined;const c=(t,B)=>h(`p.mark.${t}`,{"data-mark":t},icon(t==="good"?"sent":"warn"),B);if(i(f,a)==="restored")return this.#b(c);if(!a.checkpoint)return c("amber","The server shows no checkpoint.");const q=await k(a.checkpoint.slice(0,-1).split("\n\n"),u);const y=u?"good":"amber";switch(i(f,q)){case"same":return c(y,u?"The server shows the same log.":"The server shows the same log; signer unknown.");case"forked":return c("bad","The server shows another history of the same size.");case"other":return c("bad","The server shows another log.");case"older":return c("bad",`The server shows a checkpoint of ${d(q.size)} events, which is older than yours.`);}const m=await this.session.operate("prove",{from:f.size,to:q.size}).catch(()=>undefined);if(!m)return c("amber","The server keeps no checkpoint of this size, so nothing joins the two.");try{const p=await check(j.encode(m.proof),u);if(p.older.size!==f.size||i(f,p.older)!=="same")throw new Fault("The proof is about another checkpoint.");return c(y,`Nothing of it has changed; the log has grown to ${d(p.checkpoint.size)}.`);}catch(b){return c("bad",b.message);}}async #b(c){const{pin:f}=this.desk;const z=f.origin.split("/")[2];const x=await this.session.operate("events",{from:f.size,limit:1,epoch:z}).then(()=>undefined,(b)=>{if(b.code!=="otherEpoch")throw b;return b.fork;});if(x===undefined)return c("amber","The log was restored from a backup; all events that you know are there. Keep a new checkpoint.");const l=Number(String(x).split(":").at(-1));return c("bad",`Restored at ${d(l)}, ${d(f.size-l)} events lost. Keep a new checkpoint when you know why.`);}async #a(w,name){try{const{proof:m}=await this.session.operate("prove",w);await this.desk.show(j.encode(m),name);}catch(b){s(this.desk.results,v("none",name,[h("p",{},g(b))]));}}}

"""#
),
ConsoleFile(
    path: "/console/rows.js",
    type: "text/javascript; charset=utf-8",
    tag: #""ea95014db3a0c80bab68ad11a656d001""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
class X{count=0;#o=new Float64Array(1024);#h=new Float64Array(1025);of(d){return this.#o[d];}set(d,g){const M=g-this.#o[d];if(M===0)return;this.#o[d]=g;for(let i=d+1;i<this.#h.length;i+=i&-i)this.#h[i]+=M;}grow(q,g){if(q>this.#o.length){const L=2**Math.ceil(Math.log2(q));const V=new Float64Array(L);V.set(this.#o);V.fill(g,this.count,q);this.#o=V;this.#h=new Float64Array(L+1);for(let i=1;i<=L;i+=1){this.#h[i]+=V[i-1];const Q=i+(i&-i);if(Q<=L)this.#h[Q]+=this.#h[i];}}else{for(let i=this.count;i<q;i+=1)this.set(i,g);}this.count=q;}sum(d){let ae=0;for(let i=d;i>0;i-=i&-i)ae+=this.#h[i];return ae;}find(y){let d=0;for(let B=(this.#h.length-1)>>0;B>0;B>>=1){const f=d+B;if(f<this.#h.length&&this.#h[f]<=y){d=f;y-=this.#h[f];}}return Math.min(d,Math.max(0,this.count-1));}}const m=100;const v=12_000_000;const F=700;const O=200;const z=60;const S=76;export class Rows{count=0;#a=new X();#c=new Map();#i=new Set();#n=new Set();#d=new Map();#j=new Set();#r=[];#g=new Map();#b=0;#f={index:0,offset:0};#k=true;#m;#A=0;#q;constructor(o,{load,render:ad,skeleton:P,seen}){this.scroller=o;this.load=load;this.render=ad;this.skeleton=P;this.seen=seen;this.canvas=document.createElement("div");this.canvas.className="canvas";this.block=document.createElement("div");this.block.className="rows";this.block.setAttribute("role","feed");this.block.setAttribute("aria-label","Messages");this.canvas.append(this.block);o.replaceChildren(this.canvas);o.addEventListener("scroll",this.#s,{passive:true});this.#q=new ResizeObserver(()=>{const Y=this.#A!==o.clientWidth;this.#A=o.clientWidth;this.#l(Y);});this.#q.observe(o);this.block.addEventListener("toggle",()=>this.#l(true),true);this.block.addEventListener("grown",()=>this.#l(true));}end(){this.#q.disconnect();cancelAnimationFrame(this.#m);this.scroller.removeEventListener("scroll",this.#s);this.load=undefined;}get atEnd(){return this.#k;}item(c){return this.#c.get(c);}find(Z){for(const e of this.#c.values())if(e.message===Z)return e;return undefined;}grow(q){if(q<=this.count)return;this.count=q;this.#a.grow(q,S);this.#e();}take({items,first:C,last:w}){this.grow(w);for(const e of items)this.#B(e);for(let c=C;c<=w;c+=1){if(this.#n.delete(c))this.#c.delete(c);if(this.#c.has(c))continue;this.#i.add(c);this.#a.set(c-1,0);}const aj=performance.now();for(let n=Math.floor((C-1)/m);n<=Math.floor((w-1)/m);n+=1){if(this.#t(n)===undefined)this.#d.set(n,aj);}this.#e();}#t(n){const w=Math.min((n+1)*m,this.count);for(let c=n*m+1;c<=w;c+=1){if(this.#n.has(c)||(!this.#c.has(c)&&!this.#i.has(c)))return c;}return undefined;}put(e){if(e.ordinal>this.count){if(e.ordinal>this.count+1)this.#d.delete(Math.floor(this.count/m));this.grow(e.ordinal);}else if(!this.#c.has(e.ordinal)&&!this.#i.has(e.ordinal)){return;}this.#B(e);this.#e();}#B(e){this.#i.delete(e.ordinal);this.#n.delete(e.ordinal);const T=this.#c.get(e.ordinal);if(!T||JSON.stringify(T)!==JSON.stringify(e))this.#c.set(e.ordinal,e);}change(c,aa){const e=this.#c.get(c);if(e)this.put({...e,...aa});}refresh(){for(const j of this.#g.values())j.item=undefined;this.#e();}reload(){this.#j.clear();this.#d.clear();for(const c of this.#c.keys()){if(!this.#g.has(c-1))this.#c.delete(c);}this.#i.clear();this.#n=new Set(this.#c.keys());this.#e();}jump(c,ab=0){const d=Math.max(0,Math.min(c,this.count)-1);this.#k=false;this.#f={index:d,offset:-ab};this.#l(false,true);}jumpToEnd(){this.#k=true;this.#l(false,true);}element(c){return this.#g.get(c-1)?.element;}neighbour(c,B){for(let f=c+B;f>=1&&f<=this.count;f+=B){if(!this.#i.has(f))return f;}return undefined;}#s=()=>{this.#w();this.#e();};#w(){const{scrollTop:r,clientHeight:D,scrollHeight:G}=this.scroller;if(Math.abs(r-this.#p)<1)return;this.#p=r;const top=r+this.#b;const d=this.#a.find(top);this.#f={index:d,offset:top-this.#a.sum(d)};this.#k=r+D>=G-4&&this.#v();}#p=0;#v(){return this.#b+v>=this.#a.sum(this.count)-1;}#e(){this.#m??=requestAnimationFrame(()=>this.#l());}#l(E=false,h=false){cancelAnimationFrame(this.#m);this.#m=undefined;if(!this.load||this.scroller.clientHeight===0)return;if(!h)this.#w();for(let K=0;K<4;K+=1){this.#z(h);if(!this.#u(E&&K===0))break;}this.#z(h);this.#G();const from=this.#a.find(this.scroller.scrollTop+this.#b)+1;const to=this.#a.find(this.scroller.scrollTop+this.#b+this.scroller.clientHeight-1)+1;this.seen?.(from,to,this.#k);}#z(h){const A=this.#a.sum(this.count);const t=this.scroller.clientHeight;const g=Math.min(A,v);let top=this.#k?A-t:this.#a.sum(this.#f.index)+this.#f.offset;top=Math.max(0,Math.min(top,A-t));const J=A-g;const U=top-this.#b;const I=(U<v/8&&this.#b>0)||(U>(v*7)/8&&this.#b<J);if(J===0)this.#b=0;else if(h||I||this.#b>J){this.#b=Math.max(0,Math.min(Math.round(top-g/2),J));}this.canvas.style.height=`${Math.max(g,t)}px`;this.#C=Math.max(0,t-A);this.block.style.top=`${this.#a.sum(this.#y)-this.#b+this.#C}px`;const k=top-this.#b;if(Math.abs(this.scroller.scrollTop-k)>=1)this.scroller.scrollTop=k;this.#p=this.scroller.scrollTop;}#C=0;#y=0;#u(H){const top=this.scroller.scrollTop+this.#b;let C=this.#a.find(Math.max(0,top-F));const w=Math.min(this.count-1,this.#a.find(top+this.scroller.clientHeight+F));const s=[];for(let d=C;d<=w&&s.length<O;d+=1){if(!this.#i.has(d+1))s.push(d);}this.#y=s[0]??0;const k=new Set(s);const u=this.block.contains(document.activeElement)?document.activeElement:undefined;for(const[d,j]of this.#g){if(k.has(d))continue;if(u&&j.element.contains(u))this.scroller.focus({preventScroll:true});j.element.remove();this.#g.delete(d);}const R=[];let f=this.block.firstChild;for(const d of s){const e=this.#c.get(d+1);const p=e&&this.#D(d+1);let j=this.#g.get(d);if(!j||j.item!==e||j.before!==p||(!e&&!j.isSkeleton)){const l=e?this.render(e,p):this.skeleton();if(!e)l.style.height=`${this.#a.of(d)||S}px`;else{l.setAttribute("aria-posinset",d+1);l.setAttribute("aria-setsize",this.count);l.dataset.ordinal=d+1;}const N=u&&j?.element===u;if(j){if(f===j.element)f=f.nextSibling;j.element.remove();}j={element:l,item:e,before:p,isSkeleton:!e};this.#g.set(d,j);R.push(d);this.block.insertBefore(l,f);if(N)l.focus({preventScroll:true});}else if(j.element===f){f=f.nextSibling;continue;}else{this.block.insertBefore(j.element,f);}}let x=false;for(const d of H?s:R){const{element:l,item:e}=this.#g.get(d);if(!e)continue;const g=l.getBoundingClientRect().height;if(Math.abs(g-this.#a.of(d))<0.01)continue;if(d===this.#f.index&&this.#f.offset>g){this.#f.offset=(this.#f.offset/this.#a.of(d))*g;}this.#a.set(d,g);x=true;}this.block.setAttribute("aria-busy",String(s.some((d)=>!this.#c.has(d+1))));return x;}#D(c){let p=c-1;while(this.#i.has(p))p-=1;return p===0?null:this.#c.get(p);}#G(){const t=this.scroller.clientHeight;const top=this.scroller.scrollTop+this.#b;const at=(y)=>Math.floor(this.#a.find(Math.max(0,y))/m);const k=[];for(let n=at(top);n<=at(top+t);n+=1)k.push(n);const[ai,af]=[at(top-6*t)-1,at(top+7*t)+1];for(let n=k[0]-1;n>=ai;n-=1)k.push(n);for(let n=at(top+t)+1;n<=af;n+=1)k.push(n);const ag=Math.floor((this.count-1)/m);this.#r=k.filter((n)=>n>=0&&n<=ag&&!this.#d.has(n)&&!this.#j.has(n));for(const n of k)if(this.#d.has(n))this.#d.set(n,performance.now());this.#F();}#F(){while(this.#j.size<3&&this.#r.length&&this.load){const n=this.#r.shift();this.#j.add(n);this.#x(n).then(()=>this.#j.delete(n),()=>setTimeout(()=>this.#j.delete(n),1_000),).finally(()=>this.load&&(this.#E(),this.#e()));}}async #x(n){let f=Math.min(n*m+m/2,this.count);for(let W=0;W<m&&this.load;W+=1){const ah=await this.load(f);if(!this.load)return;this.take(ah);f=this.#t(n);if(f===undefined)return;}}#E(){if(this.#d.size<=z)return;const ac=[...this.#d].sort((a,b)=>a[1]-b[1]).slice(0,this.#d.size-z);for(const[n]of ac){this.#d.delete(n);for(let c=n*m+1;c<=(n+1)*m;c+=1){if(!this.#g.has(c-1))this.#c.delete(c);}}}}

"""#
),
ConsoleFile(
    path: "/console/session.js",
    type: "text/javascript; charset=utf-8",
    tag: #""aa54bc62c51933016c4774bc006ce164""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Client as v,ScrollbackError as k}from"./scrollback.js";export const base=new URL(".",document.baseURI).href;export function claims(g){const A=g.split(".");if(A.length!==3)return undefined;try{const J=Uint8Array.from(atob(A[1].replace(/-/g,"+").replace(/_/g,"/")),(c)=>c.charCodeAt(0));const m=JSON.parse(new TextDecoder().decode(J));return typeof m?.sub==="string"?m:undefined;}catch{return undefined;}}export class Session extends EventTarget{kind;me;reason;state="connecting";#c;#b=new BroadcastChannel("scrollback-console");#h;#f;#r;#a=false;#d;#l;constructor(){super();this.#b.onmessage=({data:e})=>this.#t(e);addEventListener("online",()=>this.wake());document.addEventListener("visibilitychange",()=>{if(!document.hidden)this.wake();});}async borrow(){const H=await navigator.locks?.query().catch(()=>undefined);if(H&&!H.held.some((s)=>s.name.startsWith("scrollback-tab")))return undefined;return new Promise((i)=>{this.addEventListener("lent",(event)=>i(event.detail),{once:true});setTimeout(i,400);this.#b.postMessage({type:"hello"});});}async signIn(g){const q=claims(g);if(this.me&&q?.sub.toLowerCase()!==this.me){throw new Error("This token is of another person. Sign out to change the person.");}const j=new v({url:base,token:g,attempts:2,fetch:this.#k});if(q){await j.ask("settings");this.kind="user";this.me=q.sub.toLowerCase();}else{this.kind=await j.ask("state",{as:"operator"}).then(()=>"operator",(b)=>{if(b.status===403)return"backend";throw b;},);}this.#m(g);this.#b.postMessage({type:"token",token:g,kind:this.kind,me:this.me});navigator.locks?.request(`scrollback-tab-${Math.random()}`,()=>new Promise(()=>{}));}#m(g){this.#c=g;this.dispatchEvent(new Event("token"));}signOut(){this.#b.postMessage({type:"out"});this.#o();}#o(){this.#c=undefined;location.reload();}#k=async(K,h)=>{try{const f=await fetch(K,h);this.#i("live",String(K).includes("/v1/changes"));return f;}catch(b){if(!h.signal?.aborted)this.#i("lost",true);throw b;}};#i(u,F){if(!F||u===this.state)return;this.state=u;this.dispatchEvent(new Event("state"));if(this.#a)this.#b.postMessage({type:"state",state:u});}#s(E){let r;return new v({url:base,asUser:E,fetch:this.#k,timeout:30_000,token:async()=>{if(this.#c===undefined||r===this.#c)await this.#p();r=this.#c;return r;},});}#p(){this.#h??=new Promise((i)=>{this.addEventListener("token",()=>{this.#h=undefined;i();},{once:true});this.dispatchEvent(new Event("expired"));});return this.#h;}#g=new Map();#e(a){if(!this.#g.has(a))this.#g.set(a,this.#s(a));return this.#g.get(a);}reader(a,o){const j=this.#e(this.kind==="user"?undefined:a);return{person:a,asOf:o,mayWrite:o===undefined&&this.kind!=="operator",ask:(name,d={})=>j.ask(name,o===undefined?d:{...d,asOf:o},this.#n()),do:(name,d={},h)=>j.do(name,d,h),command:(name,d)=>this.#j({as:a,ask:name,...d,asOf:o,...this.#n()}),};}operator(n=false){return{ask:(name,d)=>this.operate(name,d,{words:n}),command:(name,d)=>this.#j({as:"operator",ask:name,...d,...(n&&this.#n())}),};}#j({ask,...z}){const w=(m)=>`'${JSON.stringify(m).replaceAll("'","'\\''")}'`;return this.kind==="operator"?`echo ${w({as:z.as,ask,...z})} | scrollback control STORE`:`curl -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d ${w(z)} ${base}v1/queries/${ask}`;}async call(I,L,x){for(let B=0;;B+=1){const g=this.#c;const f=await this.#k(`${base}v1/${L}`,{method:I,body:x&&JSON.stringify(x),cache:"no-store",headers:{Authorization:`Bearer ${g}`,...(x&&{"Content-Type":"application/json"})},}).catch((b)=>{throw new k("network",b.message);});const l=await f.json().catch(()=>({}));if(f.ok)return l.ok;if(f.status!==401||B){throw new k(l.code??"invalidAnswer",l.detail??`The answer has the status ${f.status}.`,{...l,status:f.status});}if(g===this.#c)await this.#p();}}#n(){return this.kind==="operator"&&this.reason?{reason:this.reason}:{};}operate(name,d={},{words:n=false}={}){const h=n?this.#n():{};return this.#e(undefined).ask(name,{...d,as:"operator"},h);}command(name,d={}){return this.#e(undefined).do(name,{...d,as:"operator"});}async follow(a){if(this.#d===a)return;this.#r?.abort();this.#d=a;this.#f=undefined;const stop=(this.#r=new AbortController());const y=()=>this.#u(a,stop.signal);if(!navigator.locks)return y();this.#b.postMessage({type:"where",person:a});const name=`scrollback-stream/${base}/${a}`;const C=await navigator.locks.request(name,{ifAvailable:true},async(s)=>{if(s)await y();return Boolean(s);});if(C||stop.signal.aborted)return;this.#q({event:"joined",data:{}});navigator.locks.request(name,{signal:stop.signal},y).catch(()=>{});}async #u(a,p){this.#a=true;try{while(!p.aborted){const t=new AbortController();this.#l=()=>t.abort();const j=this.#e(this.kind==="user"?undefined:a);try{const G=j.follow({since:this.#f,signal:AbortSignal.any([p,t.signal])});for await(const event of G){if(event.id!==undefined)this.#f=event.id;this.#b.postMessage({type:"event",person:a,event});this.#q(event);}}catch(b){if(p.aborted)return;if(t.signal.aborted)continue;if(b.status===403)return;if(b.code==="invalidCursor"||b.code==="otherEpoch")this.#f=undefined;this.#i("lost",true);await new Promise((i)=>setTimeout(i,3_000));}}}finally{this.#a=false;}}get isLeading(){return this.#a;}wake(){if(this.state==="lost")this.#l?.();}#q(event){this.dispatchEvent(new CustomEvent("event",{detail:event}));}#t(e){switch(e?.type){case"hello":if(this.#c)this.#b.postMessage({type:"token",token:this.#c,kind:this.kind,me:this.me});break;case"token":if(this.#c&&e.kind===this.kind&&e.me===this.me)this.#m(e.token);else if(!this.#c)this.dispatchEvent(new CustomEvent("lent",{detail:e.token}));break;case"out":this.#o();break;case"where":if(this.#a&&e.person===this.#d){this.#b.postMessage({type:"here",person:this.#d,last:this.#f});this.#b.postMessage({type:"state",state:this.state});}break;case"here":if(!this.#a&&e.person===this.#d)this.#f=e.last;break;case"state":if(!this.#a)this.#i(e.state,true);break;case"event":if(this.#a||e.person!==this.#d)break;if(e.event.id!==undefined)this.#f=e.event.id;this.#q(e.event);break;}}}export function sentence(b){if(b?.code==="network"||b?.code==="timedOut")return"The server is not reached. Try again in a moment.";if(b?.code==="rateLimited"){const D=Math.ceil((b.retryAfter??1_000)/1_000);return`Too many messages in a short time. Wait ${D} s.`;}return b?.message??String(b);}

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
    tag: #""5620a58005be8589649a4108a2d4caef""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,ask,avatar,clock as L,count as E,day,fill as I,h,icon as O,iconButton as k,later,pictures as X,toast as C}from"./dom.js";import{face,pending,row as p,skeleton,tapbacks as Y}from"./message.js";import{Rows}from"./rows.js";import{sentence as m}from"./session.js";import{showSource as Q}from"./source.js";const ao=()=>crypto.randomUUID();const al=["👍","❤️","😂","🎉","😮","😢","🙏","✅"];export class Talk{#e;#p;#N=new Map();#g=[];#u=0;#a=0;#A;#t;#l;#c=false;#d;constructor(U,x,{back:ag,notes={},moved,announces:T=true}={}){this.reader=U;this.conversation=x;this.notes=notes;this.moved=moved;this.title=h("h1",{dir:"auto"},"…");this.detail=h("p.talk-detail");this.face=h("span.face");this.scroller=h("div.talk-scroll",{tabindex:0,role:"group","aria-label":"Messages of the conversation"});this.live=h("p.visually-hidden",T?{"aria-live":"polite"}:{});this.newest=h("button.newest",{type:"button",hidden:true,onclick:()=>this.toEnd()},O("down"),h("span"));this.outbox=h("div.outbox");this.banner=h("div.composer-banner",{hidden:true});this.place=h("div.composer");this.element=h("div.talk",{},h("header.talk-head",{},ag&&k("back","Back to the list",ag,{class:"icon-button back"}),this.face,h("div.talk-names",{},this.title,this.detail),k("calendar","Go to a date",()=>this.#C()),k("people","Members",()=>this.#E()),k("code","JSON of the messages",()=>Q(U,"messages",{conversation:x,limit:100,aroundOrdinal:this.rows?.atEnd===false?this.#q:undefined}))),this.scroller,this.newest,this.outbox,this.banner,this.place,this.live);this.scroller.addEventListener("keydown",(event)=>this.#J(event));this.scroller.addEventListener("focusin",(event)=>this.#y(event.target.closest(".row")));this.scroller.addEventListener("pointerover",(event)=>this.#y(event.target.closest(".row")));}end(){this.#c=true;this.rows?.end();if(this.#a)this.#F(false);}async #n(H){const f=await this.reader.ask("messages",{conversation:this.conversation,limit:100,...H});const q=f.items;if(q.length===0){const af=this.rows?.count??0;return{items:q,first:1,last:af};}return{items:q,first:f.before===undefined?1:q[0].ordinal,last:f.after===undefined?Math.max(this.rows?.count??0,q.at(-1).ordinal):q.at(-1).ordinal,};}async begin({ordinal:c,message:l}={}){const[J,f,D]=await Promise.all([this.reader.ask("conversation",{conversation:this.conversation}),this.#n({}),this.reader.ask("unread",{conversation:this.conversation}).catch(()=>({})),]);if(this.#c)return;this.#e=J;this.#d=D.unread>0?D.firstUnread:undefined;this.rows=new Rows(this.scroller,{load:(n)=>this.#n({aroundOrdinal:n}),render:(a,G)=>p(a,G,this.#f),skeleton,seen:(from,to,t)=>this.#M(from,to,t),});this.#f={person:this.reader.person,showsNames:J.kind!=="direct",mayReact:this.reader.mayWrite&&J.membership==="active"&&!J.closed,firstUnread:this.#d,react:(a,j,V)=>this.#z(a,j,V),show:(id)=>this.show(id),note:this.notes.row,gap:this.notes.unseen&&((G,a)=>this.notes.unseen(this.conversation,G,a)),end:this.notes.unseen&&J.membership!=="active"?(a)=>a.ordinal===this.rows.count&&this.notes.unseen(this.conversation,a):undefined,};this.rows.take(f);this.#i();this.#m();if(c!==undefined)this.rows.jump(c,80);else if(l!==undefined)await this.show(l);else if(this.#d)await this.show(this.#d,120,false);else this.rows.jumpToEnd();}#f;take(b){if(!this.rows||this.#c)return;if(b.type==="presence"){if(this.#e.kind==="direct"&&this.#e.avatars[0]?.user===b.user){this.#e={...this.#e,online:b.online,lastSeenAt:b.lastSeenAt};this.#i();}return;}if(b.type==="erased"&&(!b.conversation||b.conversation===this.conversation)){return this.rows.reload();}if(b.conversation!==this.conversation)return;if(b.item){this.#g=this.#g.filter((d)=>d.id!==b.item.message);this.#k();const ab=b.item.ordinal>this.rows.count;if(ab&&b.item.sender===this.reader.person)this.#v(undefined);this.rows.put(b.item);if(ab&&b.item.sender!==this.reader.person){const ar=b.item.system?.text??`${b.item.senderName}: ${b.item.text??b.item.kind}`;this.live.textContent=ar.slice(0,300);this.#h+=1;this.#j();}}switch(b.type){case"typing":this.#p=b.users.length?b.text:undefined;this.#i();break;case"reaction":{const a=this.rows.find(b.message);if(a)this.rows.change(a.ordinal,{reactions:b.reactions});break;}case"receipt":case"member":this.#H();break;case"personal":case"conversation":case"ended":if(b.row){this.#e={...this.#e,...b.row};this.#i();this.#m();}break;}}#h=0;#H=later(120,async()=>{if(!this.rows||this.#c)return;const f=await this.#n({aroundOrdinal:this.#I??this.rows.count}).catch(()=>undefined);if(f&&!this.#c)this.rows.take(f);});async again(){if(!this.rows)return;const f=await this.#n({}).catch(()=>undefined);if(!f||this.#c)return;this.rows.reload();this.rows.take(f);}async show(l,ai=120,ad=true){let a=this.rows.find(l);if(!a){try{const f=await this.#n({around:l});this.rows.take(f);a=f.items.find((N)=>N.message===l);}catch(g){return C(g.code==="notFound"?"This message is not visible to you.":m(g),"bad");}}if(!a||this.#c)return;this.rows.jump(a.ordinal,ai);if(ad)this.#x(a.ordinal);}#x(c){requestAnimationFrame(()=>{const e=this.rows.element(c);e?.classList.add("flash");e?.focus({preventScroll:true});});}toEnd(){this.rows.jumpToEnd();this.#h=0;this.#j();}async #C(){const aa=this.rows.item(this.#q??1);const y=await ask({title:"Go to a date",action:"Go",fields:[{name:"date",label:"Date",type:"date",value:aa?new Date(aa.sentAt).toISOString().slice(0,10):""},{name:"ordinal",label:`Or an entry, 1 to ${this.rows.count}`,type:"number"},],});if(!y)return;if(y.ordinal)return this.rows.jump(Math.max(1,Math.min(Number(y.ordinal),this.rows.count)),80);if(y.date)await this.toTime(new Date(`${y.date}T00:00`).getTime());}async toTime(ak){const f=await this.#n({aroundTime:ak});this.rows.take(f);const a=f.items.find((N)=>N.sentAt>=ak)??f.items.at(-1);if(a){this.rows.jump(a.ordinal,40);this.#x(a.ordinal);}}#q;#I;#M(from,to,t){this.#q=from;this.#I=to;this.moved?.(t?undefined:from);if(t)this.#h=0;this.#j(t);if(!this.reader.mayWrite||document.hidden||!document.hasFocus())return;let c=to;while(c>=from&&!this.rows.item(c))c-=1;const a=this.rows.item(c);if(a&&c>this.#u&&this.#e.membership==="active"){this.#u=c;if(this.#e.unread>0||c>(this.#r??0))this.#K(a);}}#r;#K=later(350,async(a)=>{this.#r=a.ordinal;try{const{unread:D}=await this.reader.do("markRead",{conversation:this.conversation,upTo:a.message});this.#e={...this.#e,unread:D};}catch{this.#u=0;}});#v(l){if(this.#f.firstUnread===l)return;this.#f={...this.#f,firstUnread:l};this.rows.refresh();}#j(t=this.rows.atEnd){this.newest.hidden=t;this.newest.lastChild.textContent=this.#h?E(this.#h,"new message"):"";this.newest.setAttribute("aria-label",this.#h?`${E(this.#h,"new message")}; go to the newest`:"Go to the newest");}#i(){const p=this.#e;this.title.textContent=p.title;I(this.face,X(p));const am=this.#p??(p.kind==="direct"?p.online?"online":p.lastSeenAt?`last seen ${day(p.lastSeenAt).toLowerCase()} ${L(p.lastSeenAt)}`:"":[E(p.memberCount??0,"member"),p.context&&`${p.context.kind} ${p.context.id}`].filter(Boolean).join(" · "));this.detail.textContent=p.closed?"closed":am;this.detail.classList.toggle("typing",Boolean(this.#p));}#m(){const p=this.#e;const closed=this.reader.asOf!==undefined?"This is the past: nothing can be written here.":!this.reader.mayWrite?"You look as an operator: nothing can be written here.":p.closed?"This conversation is closed.":p.membership!=="active"?"You are no longer a member of this conversation.":undefined;if(closed)return void I(this.place,h("p.composer-closed",{},O("lock"),closed));if(this.input)return;this.input=h("textarea",{rows:1,placeholder:"Message","aria-label":"Message",dir:"auto",oninput:()=>this.#B(),onkeydown:(event)=>{if(event.key==="Enter"&&!event.shiftKey&&!event.isComposing){event.preventDefault();this.#s();}else if(event.key==="Escape")this.#b();else if(event.key==="ArrowUp"&&this.input.value==="")this.#w(event);},});I(this.place,h("form",{onsubmit:(event)=>{event.preventDefault();this.#s();}},this.input,h("button.send",{type:"submit","aria-label":"Send",title:"Send"},O("send"))));}#B(){this.input.style.height="auto";this.input.style.height=`${Math.min(this.input.scrollHeight,220)}px`;const au=Date.now();if(this.input.value&&au-this.#a>3_000){this.#a=au;this.#F(true);}else if(!this.input.value&&this.#a){this.#a=0;this.#F(false);}}#F(on){this.reader.do("typing",{conversation:this.conversation,on}).catch(()=>{});}#b({reply:B,edit:M}={}){this.#A=B;this.#t=M;const a=B??M;this.banner.hidden=!a;if(a){I(this.banner,O(B?"reply":"edit"),h("div",{},h("b",{dir:"auto"},B?`Reply to ${a.senderName??"a message"}`:"Edit your message"),h("span.quote-text",{dir:"auto"},a.text??a.kind)),k("close","Cancel",()=>this.#b()));}if(M)this.input.value=M.text??"";else if(!B)this.input.value="";this.#B();this.input.focus();}#w(event){for(let c=this.rows.count;c>this.rows.count-100&&c>0;c-=1){const a=this.rows.item(c);if(a?.sender!==this.reader.person||a.system||a.deleted||a.erased)continue;event.preventDefault();return this.#b({edit:a});}}async #s(){const Z=this.input.value;if(!Z.trim())return;if(this.#t){const a=this.#t;try{await this.reader.do("edit",{message:a.message,text:Z});this.#b();}catch(g){C(m(g),"bad");}return;}const d={id:ao(),text:Z,replyTo:this.#A?.message};this.#b();this.#a=0;this.#g.push(d);this.toEnd();this.#o(d);}async #o(d){d.error=undefined;this.#k();try{const H={conversation:this.conversation,id:d.id,text:d.text,replyTo:d.replyTo};await this.reader.do("send",H);const a=await this.reader.ask("message",{message:d.id});this.#g=this.#g.filter((ap)=>ap!==d);if(!this.#c)this.rows.put(a);}catch(g){d.error=m(g);d.waits=g.code==="network"||g.code==="timedOut";}this.#k();}mend(){for(const d of this.#g)if(d.waits)this.#o(d);}#k(){I(this.outbox,this.#g.map((d)=>pending(d,()=>this.#o(d))));}async #z(a,j,s){try{const{reactions:r}=await this.reader.do(s?"unreact":"react",{message:a.message,reaction:j});this.rows.change(a.ordinal,{reactions:r});}catch(g){C(m(g),"bad");}}#y(e){if(!e?.dataset.message||e.contains(this.#l))return;const a=this.rows.item(Number(e.dataset.ordinal));if(!a)return;this.#l?.remove();const s=a.sender===this.reader.person;const u=this.#f.mayReact&&!a.deleted&&!a.erased;const w=(name,an,ae)=>k(name,an,ae);this.#l=h("div.toolbar",{role:"toolbar","aria-label":"What to do with the message"},u&&w("smile","React",(event)=>this.#L(a,event.currentTarget)),u&&w("reply","Reply",()=>this.#b({reply:a})),u&&s&&a.text&&w("edit","Edit",()=>this.#b({edit:a})),u&&s&&w("trash","Delete",()=>this.#G(a)),w("info","Details",()=>this.#D(a)));e.querySelector(".stack").append(this.#l);}#L(a,S){const ac=this.#e.reactions==="open"?al:Object.keys(Y);const o=h("div.picker",{role:"menu","aria-label":"Reactions"},ac.map((j)=>h("button",{type:"button",role:"menuitem","aria-label":j,onclick:()=>{const V=a.reactions?.some((z)=>z.reaction===j&&z.mine);o.remove();this.#z(a,j,V);}},face(j))));o.addEventListener("keydown",(event)=>{if(event.key==="Escape"){o.remove();S.focus();}const aj={ArrowRight:"nextSibling",ArrowLeft:"previousSibling"}[event.key];if(aj)document.activeElement[aj]?.focus();});o.addEventListener("focusout",(event)=>{if(!o.contains(event.relatedTarget))setTimeout(()=>o.remove());});S.parentElement.append(o);o.firstChild.focus();}async #G(a){const ah=await ask({title:"Delete this message?",text:"It goes from every screen; its place stays.",action:"Delete",danger:true,});if(!ah)return;await this.reader.do("delete",{message:a.message}).catch((g)=>C(m(g),"bad"));}async #D(a){const F=[h("p",{},`Entry ${a.ordinal}, position ${a.position}`),h("p.mono",{},a.message)];const s=a.sender===this.reader.person&&!a.system;const[v,history,r]=await Promise.all([s?this.reader.ask("receipts",{message:a.message}).catch(()=>undefined):undefined,a.edited?this.reader.ask("history",{message:a.message}).catch(()=>undefined):undefined,a.reactions?.length?this.reader.ask("reactions",{message:a.message}).catch(()=>undefined):undefined,]);const A=(aq,P)=>P?.length>0&&h("div",{},h("h3",{},aq),h("ul.plain",{},P.map((i)=>h("li",{dir:"auto"},i.name,i.at&&h("time",{},` ${ago(i.at)} ${L(i.at)}`)))));if(v)F.push(A("Read",v.read),A("Delivered",v.delivered),A("Waiting",v.waiting));if(r)F.push(...r.groups.map((z)=>A(face(z.reaction),z.users)));if(history?.versions.length){F.push(h("h3",{},"Earlier versions"),h("ol.plain",{},history.versions.map((K)=>h("li",{dir:"auto"},K.text??"",h("time",{},` ${L(K.at)}`)))));}await ask({title:"Details",text:h("div.details",{},F.filter(Boolean)),action:"Close"});}async #E(){try{const{items:q,count:af}=await this.reader.ask("members",{conversation:this.conversation,limit:100});const P=h("ul.people",{tabindex:0},q.map((i)=>h("li",{},avatar(i.user,i.name,{online:i.online}),h("span",{dir:"auto"},i.name),h("span.role",{},i.role==="member"?"":i.role))));await ask({title:E(af,"member"),text:P,action:"Close"});}catch(g){C(m(g),"bad");}}#J(event){const e=document.activeElement.closest?.(".row");const R={ArrowUp:-1,ArrowDown:1};if(event.key==="Home"||event.key==="End"){if(event.key==="Home")this.rows.jump(1);else this.toEnd();event.preventDefault();}else if(event.key in R&&!event.target.closest(".toolbar")){event.preventDefault();const from=e?Number(e.dataset.ordinal):(R[event.key]<0?this.#I+1:this.#q-1);const W=this.rows.neighbour(from,R[event.key]);if(W===undefined)return;const target=this.rows.element(W);if(!target)return this.rows.jump(W,80);target.focus({preventScroll:true});target.scrollIntoView({block:"nearest"});}}}

"""#
),
ConsoleFile(
    path: "/console/verdict.js",
    type: "text/javascript; charset=utf-8",
    tag: #""e9e3f3a82676e4b6eaab83e5eb76097a""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill as S,h,icon,moment,number as b,svg as q}from"./dom.js";import{against as N,base64 as E,canVerify as p,check,Fault,hex,readCheckpoint as o,readKey as P}from"./verify.js";const H=(i)=>hex(i).slice(0,8);function ai(m,t,ah){const D=58;const F=m.length*D+34;const[ag,l,ab]=[92,200,308];const f=q("svg",{viewBox:`0 0 400 ${F}`,class:"tree",role:"img","aria-label":`The path of event ${t} to the root of ${ah} events, ${m.length-1} steps long`,});const W=(x,y,ae,g)=>[q("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:g}),Object.assign(q("text",{x,y:y+4.5,class:g}),{textContent:H(ae)}),];m.forEach((ak,n)=>{const y=F-24-n*D;const w=m[n+1];if(w){const x=w.side==="left"?ag:ab;f.append(q("path",{d:`M${x} ${y-14} C ${x} ${y-34} ${l} ${y-26} ${l} ${y-D+14}`,class:"branch"}));f.append(q("path",{d:`M${l} ${y-14} V ${y-D+14}`,class:"lit"}));f.append(...W(x,y,w.sibling,"given"));}f.append(...W(l,y,ak.hash,n===0?"lit leaf":n===m.length-1?"lit root":"lit"));});return h("figure",{},f,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${b(t)} up to the root `,h("span.swatch.given"),"given by the file"));}function T(B,A){const ac=Math.max(2,(B.size/A.size)*100);const aj=q("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${B.size} of ${A.size} events are unchanged`},q("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),q("rect",{x:0,y:12,width:ac*4,height:26,rx:8,class:"lit"}));return h("figure",{},aj,h("figcaption",{},`The first ${b(B.size)} of ${b(A.size)} events are the same.`));}const Q={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${b(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${b(r.position)} is in the log of ${b(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${b(r.checkpoint.size)} events begins with all of the log of ${b(r.older.size)}.`,disclosure:(r)=>`Event ${b(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${b(r.position)} had a content, and the erasure at ${b(r.erasure.position)} destroyed it.`,};const U={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const ad={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};export async function judge(i,{key:M,pin:G,name}={}){if(!(await p())){return card("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}let a;try{a=await check(i,M);}catch(j){if(!(j instanceof Fault))throw j;return card("bad",name,[h("p",{},j.message)]);}const I=N(G,a.checkpoint);if(I==="forked"){return card("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}const z=M?.source==="person";const{checkpoint:e}=a;return card(z?"good":"amber",name,[h("p.claim",{},Q[a.kind](a)),!z&&h("p",{},M?"The key came from the server that is checked. Paste the log's key from another source.":"Paste the log's public key, from another source than this server, to know who signed it."),a.content&&h("pre.content",{dir:"auto",tabindex:0},L(a.content)),a.steps&&ai(a.steps,a.position,e.size),a.older&&T(a.older,e),a.copies?.length>0&&h("p",{},`${a.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},e.origin),h("dt",{},"Size"),h("dd",{},b(e.size)),h("dt",{},"Root"),h("dd.mono",{},E(e.root)),h("dt",{},"Signed by"),h("dd",{},z?M.name:"unknown"),G&&[h("dt",{},"Kept"),h("dd",{},K[I])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},U[a.kind].map((c)=>h("li",{},c)))),]);}const K={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function L(u){const c=new TextDecoder("utf-8").decode(u).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return c||hex(u);}export function card(g,name,J){const aa={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${g}`,{"data-verdict":g},h("header",{},icon(aa[g]),h("div",{},h("h2",{},ad[g]),name&&h("p.file",{dir:"auto"},name))),J);}export class Desk{key;pin;#c;constructor({store,changed:O}){this.store=store;this.changed=O;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const k=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(k.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),k,h("label.secondary",{for:"files"},"Choose files"));for(const target of[this.drop]){target.addEventListener("dragover",(event)=>{event.preventDefault();target.classList.add("over");});target.addEventListener("dragleave",()=>target.classList.remove("over"));target.addEventListener("drop",(event)=>{event.preventDefault();target.classList.remove("over");this.take(event.dataTransfer.files);});}}async begin(){const c=this.store?.getItem("scrollback-key");if(c)await this.#b(c).catch(()=>this.store.removeItem("scrollback-key"));const G=this.store?.getItem("scrollback-pin");if(G)await this.#a(G).catch(()=>this.store.removeItem("scrollback-pin"));this.draw();}async #b(c){this.key={...(await P(c)),source:"person"};this.store?.setItem("scrollback-key",this.key.text);}async #a(c){const C=c.replace(/\n$/,"").split("\n\n");this.pin=await o(C,(await p())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}async keep(c){await this.#a(c);this.draw();this.changed?.();}forget(X){this[X]=undefined;this.store?.removeItem(`scrollback-${X}`);this.draw();this.changed?.();}draw(){const s=(Z,af,al)=>{const v=h("p.problem",{role:"alert"});const k=h("textarea",{rows:2,placeholder:af,spellcheck:"false","aria-label":Z});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await al(k.value);this.draw();this.changed?.();}catch(j){v.textContent=j.message;}}},k,v,h("button.secondary",{},"Use"));};S(this.keyBox,h("h2",{},"Your key"),this.key?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]:[h("p",{},"The public key of the log, from another source than this server."),s("Public key","example.com/log+1dde4531+ATtq…",(c)=>this.#b(c))]);this.drawPin(s);}drawPin(s){if(!this.pin&&!s)return;S(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin?[h("p",{},`${b(this.pin.size)} events`),h("p.mono",{},E(this.pin.root)),this.status,h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),s("Checkpoint","scrollback/…",(c)=>this.#a(`${c.trim()}\n`))]);}async take(Y){for(const R of Y)await this.show(new Uint8Array(await R.arrayBuffer()),R.name);}async show(i,name){const V=await judge(i,{key:this.key,pin:this.pin,name:name??`checked ${moment(Date.now())}`});this.results.prepend(V);return V;}}

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
    tag: #""c671b3db54b59fa6310bd6f1554607b9""#,
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
.chart{background:var(--panel);border:1px solid var(--line);border-radius:18px;padding:1rem 1.2rem .8rem}
.chart:empty{display:none}
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
.past-head{display:flex;gap:1rem;align-items:end;padding:.7rem 1.2rem;border-bottom:1px solid var(--line);background:var(--panel)}
.sliders{flex:1;display:flex;gap:1.5rem;min-width:0}
.slider{flex:1;display:grid;gap:.1rem;min-width:0}
.slider output{font-weight:600;font-variant-numeric:tabular-nums;font-size:.9rem}
.slider input{width:100%;padding:0}
.moments{display:grid;grid-template-columns:minmax(0,1fr);min-height:0}
.moments.n2{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.moments.n2 .chat{grid-template:minmax(0,42%) minmax(0,1fr) / minmax(0,1fr)}
.moments.n2 .list{border-bottom:1px solid var(--line)}
.moments.n2 .list-tools{display:none}
.moments.n2 .moment + .moment{border-left:2px solid var(--line)}
.moment{min-height:0;min-width:0}
.conversation.differs{background:var(--amber-tint)}
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
.past-head,.sliders{flex-direction:column;align-items:stretch;gap:.5rem}
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

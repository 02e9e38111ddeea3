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
    tag: #""9a89047bb85ffd1e733b55f93c7e8696""#,
    policy: "default-src 'none'; script-src 'sha256-mZYKtHgJ52OR80bpP9RF6b3vK4D5jhAnes9sATsnrBw='; style-src 'sha256-2tYNzAWQ0J+wB+pHrs3QxelQ+RnWznhFJQaVd0uGY+A='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'",
    text: #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-mZYKtHgJ52OR80bpP9RF6b3vK4D5jhAnes9sATsnrBw='; style-src 'sha256-2tYNzAWQ0J+wB+pHrs3QxelQ+RnWznhFJQaVd0uGY+A='; img-src data:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'">
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
.rail a{display:grid;justify-items:center;gap:.15rem;padding:.5rem .2rem;border-radius:12px;color:var(--soft);text-decoration:none;font-size:.74rem;font-weight:560}
.rail a .icon{width:1.6em;height:1.6em;font-size:1.05rem}
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
.list-head h1{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
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
.rows{position:absolute;inset:0 0 auto;will-change:transform}
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
@media (min-width:2400px){.chat{grid-template-columns:26rem minmax(0,1fr)}}
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
.source{font-size:.85rem;color:var(--soft)}
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
.difference{font-size:.72rem;font-weight:650;color:var(--amber);flex:none}
details.why{font-size:.8rem;color:var(--soft);padding:0 .4rem}
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
.cards{columns:2 26rem;column-gap:1rem}
.cards >*{break-inside:avoid;margin-bottom:1rem;width:100%}
.rows-list{width:100%;display:grid;gap:.5rem}
.rows-list li{display:flex;gap:1rem;justify-content:space-between;align-items:center}
.rows-list div{min-width:0;overflow-wrap:anywhere}
.rows-list small{display:block;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:560;padding:.3rem .6rem .3rem 0}
thead th{color:var(--soft);font-size:.8rem}
td{padding:.3rem .6rem .3rem 0}
tbody tr{border-top:1px solid var(--line)}
.receipt{background:var(--good-tint);border-radius:12px;padding:.7rem .9rem;width:100%}
@media (max-width:760px){.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}}
</style>
</head>
<body>
<div id="app"></div>
<script type="module">function h(name,properties,...children){const[tag,...classes]=name.split(".");const element=document.createElement(tag||"div");if(classes.length)element.className=classes.join(" ");for(const[key,value]of Object.entries(properties??{})){if(value===undefined||value===null||value===false)continue;if(key.startsWith("on"))element.addEventListener(key.slice(2),value);else if(key==="value"||key==="checked"||key==="disabled")element[key]=value;else element.setAttribute(key,value===true?"":value);}
add(element,children);return element;}
function add(element,children){for(const child of children){if(Array.isArray(child))add(element,child);else if(child!==undefined&&child!==null&&child!==false)element.append(child);}
}
function fill(element,...children){element.replaceChildren();add(element,children);return element;}
function reconcile(parent,wanted){let next=parent.firstChild;for(const child of wanted){if(child===next)next=next.nextSibling;else parent.insertBefore(child,next);}
while(next){const after=next.nextSibling;next.remove();next=after;}
}
const svg=(name,properties={},...children)=>{const element=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[key,value]of Object.entries(properties))element.setAttribute(key,value);element.append(...children);return element;};const paths={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};function icon(name,label){const drawing=svg("svg",{viewBox:"0 0 24 24",class:"icon"},svg("path",{d:paths[name]}));if(label){drawing.setAttribute("role","img");drawing.setAttribute("aria-label",label);}else{drawing.setAttribute("aria-hidden","true");}
return drawing;}
const iconButton=(name,label,onclick,more={})=>
h("button.icon-button",{type:"button",title:label,"aria-label":label,onclick,...more},icon(name));function avatar(id,name,{online}={}){let sum=0;for(const character of id??"")sum=(sum*31+character.charCodeAt(0))>>>0;const words=(name??"").trim().split(/\s+/).filter(Boolean);const first=(word)=>[...new Intl.Segmenter().segment(word)].map((part)=>part.segment)[0]??"";const letters=words.length>1?first(words[0])+first(words.at(-1)):first(words[0]??"?");return h(`span.avatar.tone${sum % 12}`,{"aria-hidden":"true"},h("span.letters",{},letters.toLocaleUpperCase()),online?h("span.dot"):null);}
function pictures(row){const[first,second]=row.avatars??[];return row.kind==="direct"||!second
?avatar(first?.user??row.conversation,first?.name??row.title,{online:row.kind==="direct"&&row.online})
:h("span.pair",{},avatar(first.user,first.name),avatar(second.user,second.name));}
const locale=navigator.language||"en";const formats=new Map();function format(options){const key=JSON.stringify(options);if(!formats.has(key))formats.set(key,new Intl.DateTimeFormat(locale,options));return formats.get(key);}
const dayKey=(time)=>{const date=new Date(time);return date.getFullYear()*10_000+date.getMonth()*100+date.getDate();};const clock=(time)=>format({hour:"2-digit",minute:"2-digit"}).format(time);const moment=(time)=>
format({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(time);function day(time){const today=dayKey(Date.now());if(dayKey(time)===today)return "Today";if(dayKey(time+86_400_000)===today)return "Yesterday";const isThisYear=new Date(time).getFullYear()===new Date().getFullYear();return format({weekday:"long",day:"numeric",month:"long",year:isThisYear?undefined:"numeric"}).format(time);}
function ago(time){if(dayKey(time)===dayKey(Date.now()))return clock(time);const days=(Date.now()-time)/86_400_000;if(days>=0&&days<6)return format({weekday:"short"}).format(time);return format({day:"numeric",month:"short",year:days>300?"2-digit":undefined}).format(time);}
const number=(value)=>value.toLocaleString(locale);const count=(value,word,many=`${word}s`)=>`${number(value)} ${value === 1 ? word : many}`;function bytes(value){for(const unit of["B","KiB","MiB","GiB"]){if(value<1024||unit==="GiB")return `${value < 10 && unit !== "B" ? value.toFixed(1) : Math.round(value)} ${unit}`;value/=1024;}
}
const short=(id)=>(id??"").slice(0,8);function later(milliseconds,action){let timer;return(...words)=>{clearTimeout(timer);timer=setTimeout(()=>action(...words),milliseconds);};}
function ask({title,text,fields=[],action="OK",danger=false}){return new Promise((resolve)=>{const id=`d${Math.random().toString(36).slice(2)}`;const inputs=fields.map((field)=>({field,input:field.options
?h("select",{name:field.name},field.options.map(([value,label])=>h("option",{value},label)))
:h(field.long?"textarea":"input",{name:field.name,type:field.long?undefined:field.type??"text",value:field.value??"",required:field.required,placeholder:field.hint,autocomplete:"off",rows:field.long?3:undefined,}),}));const dialog=h("dialog",{"aria-labelledby":id},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const values=Object.fromEntries(inputs.map(({field,input})=>[field.name,input.value.trim()]));done(values);}},h("h2",{id},title),typeof text==="string"?h("p",{},text):text,inputs.map(({field,input})=>h("label.field",{},h("span",{},field.label),input)),h("div.buttons",{},h("button",{type:"button",onclick:()=>done()},"Cancel"),h(`button.primary${danger ? ".danger" : ""}`,{type:"submit"},action))));const done=(values)=>{dialog.close();dialog.remove();resolve(values);};dialog.addEventListener("cancel",()=>done());document.body.append(dialog);dialog.showModal();(inputs[0]?.input??dialog.querySelector("button")).focus();});}
async function askReason(session){if(session.reason)return true;const values=await ask({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});session.reason=values?.reason;return values!==undefined;}
function toast(text,kind=""){const place=document.getElementById("toasts");const element=h(`div.toast${kind && `.${kind}`}`,{},text);place.append(element);setTimeout(()=>element.remove(),6_000);}
const encoder=new TextEncoder();const decoder=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});class Fault extends Error{}
const fail=(message)=>{throw new Fault(message);};async function canVerify(){if(!globalThis.crypto?.subtle)return false;try{await crypto.subtle.importKey("raw",new Uint8Array(32).fill(1),"Ed25519",false,["verify"]);return true;}catch(error){return error.name==="DataError";}
}
const digest=async(...parts)=>new Uint8Array(await crypto.subtle.digest("SHA-256",join(...parts)));function join(...parts){const bytes=new Uint8Array(parts.reduce((sum,part)=>sum+part.length,0));let place=0;for(const part of parts){bytes.set(part,place);place+=part.length;}
return bytes;}
const same=(a,b)=>a.length===b.length&&a.every((byte,n)=>byte===b[n]);const hex=(bytes)=>Array.from(bytes,(byte)=>byte.toString(16).padStart(2,"0")).join("");const base64=(bytes)=>btoa(Array.from(bytes,(byte)=>String.fromCharCode(byte)).join(""));function unbase64(text,length){if(!/^[A-Za-z0-9+/]*={0,2}$/.test(text)||text.length%4)fail("A value is not base 64.");const bytes=Uint8Array.from(atob(text),(c)=>c.charCodeAt(0));if(base64(bytes)!==text)fail("A value is not the one form of base 64.");if(length!==undefined&&bytes.length!==length)fail(`A value has ${bytes.length} bytes, not ${length}.`);return bytes;}
function decimal(text){if(!/^(0|[1-9]\d{0,15})$/.test(text))fail("A number is not decimal.");const value=Number(text);if(!Number.isSafeInteger(value))fail("A number is too large.");return value;}
const leafOf=(envelope)=>digest(new Uint8Array([0]),envelope);const nodeOf=(left,right)=>digest(new Uint8Array([1]),left,right);async function readKey(text){const match=/^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim());if(!match)fail("This is no key; a key is NAME+ID+BASE64.");const bytes=unbase64(match[3],33);if(bytes[0]!==1)fail("The key is not an Ed25519 key.");const id=(await digest(encoder.encode(`${match[1]}\n`),bytes)).slice(0,4);if(hex(id)!==match[2])fail("The key's id does not fit the key.");return{name:match[1],id,bytes:bytes.slice(1),text:match[0]};}
async function readCheckpoint([body,signatures],key){if(body===undefined||signatures===undefined)fail("The checkpoint is not whole.");const lines=body.split("\n");if(lines.length<3||lines[0]==="")fail("The checkpoint has no origin, size and root.");const checkpoint={origin:lines[0],size:decimal(lines[1]),root:unbase64(lines[2],32),isSigned:false,text:`${body}\n\n${signatures}\n`,};const notes=signatures.split("\n");if(notes.length>100)fail("The checkpoint has more than 100 signatures.");for(const note of notes){const match=/^— (\S+) (\S+)$/.exec(note);if(!match)fail("A line of the checkpoint is no signature.");const bytes=unbase64(match[2]);if(bytes.length<5)fail("A signature is too short.");if(!key||match[1]!==key.name||!same(bytes.slice(0,4),key.id))continue;const imported=await crypto.subtle.importKey("raw",key.bytes,"Ed25519",false,["verify"]).catch(()=>fail("The key is no point of Ed25519."));const isGood=bytes.length===68
&&(await crypto.subtle.verify("Ed25519",imported,bytes.slice(4),encoder.encode(`${body}\n`)));if(!isGood)fail("The signature of the checkpoint is not by the key.");checkpoint.isSigned=true;}
if(key&&!checkpoint.isSigned)fail(`The checkpoint is not signed by the key ${key.name}.`);return checkpoint;}
async function rootOf(leaf,index,size,hashes){if(index>=size)fail("The event is not within the size of the checkpoint.");let[fn,sn,root]=[index,size-1,leaf];const steps=[{hash:leaf}];for(const hash of hashes){if(sn===0)fail("The path has too many hashes.");const isRight=fn%2===1||fn===sn;root=isRight?await nodeOf(hash,root):await nodeOf(root,hash);steps.push({sibling:hash,side:isRight?"left":"right",hash:root});if(isRight)while(fn%2===0&&fn!==0)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}
if(sn!==0)fail("The path has too few hashes.");return{root,steps};}
const compare=(root,checkpoint)=>{if(!same(root,checkpoint.root))fail("The path does not lead to the root that was signed.");};async function checkGrowth(older,newer,hashes){if(older.origin!==newer.origin)fail("The two checkpoints are of different logs.");if(older.size<1||older.size>newer.size)fail("The older size is 0 or beyond the newer one.");if(older.size===newer.size){if(hashes.length)fail("Equal sizes need no hashes.");if(!same(older.root,newer.root))fail("Two roots of one size: two histories were shown.");return;}
const path=[...hashes];let odd=older.size;while(odd%2===0)odd/=2;if(odd===1)path.unshift(older.root);if(!path.length)fail("The proof has too few hashes.");let[fn,sn]=[older.size-1,newer.size-1];while(fn%2===1)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];let[first,second]=[path[0],path[0]];for(const hash of path.slice(1)){if(sn===0)fail("The proof has too many hashes.");if(fn%2===1||fn===sn){first=await nodeOf(hash,first);second=await nodeOf(hash,second);while(fn%2===0&&fn!==0)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}else{second=await nodeOf(second,hash);}
[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}
if(sn!==0)fail("The proof has too few hashes.");if(!same(first,older.root))fail("The older root is not where the proof begins.");if(!same(second,newer.root))fail("The newer log does not begin with the older one.");}
function fields(bytes){const found=[];let place=0;const varint=()=>{let[value,shift]=[0n,0n];for(;;){if(place>=bytes.length||shift>63n)fail("An envelope is cut off.");const byte=bytes[place++];value|=BigInt(byte&0x7f)<<shift;if(byte<0x80)return value;shift+=7n;}
};while(place<bytes.length){const tag=Number(varint());const kind=tag%8;let value;if(kind===0)value=varint();else if(kind===1||kind===5||kind===2){const length=kind===1?8:kind===5?4:Number(varint());if(place+length>bytes.length)fail("An envelope is cut off.");value=bytes.subarray(place,(place+=length));}else fail("An envelope has a field of an unknown kind.");found.push({number:Math.floor(tag/8),kind,value});}
return found;}
function sealOf(envelope){const seals=fields(envelope).filter((field)=>field.number===10);if(seals.length!==1||seals[0].kind!==2||seals[0].value.length!==32)fail("The event has no seal of a content.");return seals[0].value;}
function onlyType(envelope,number){const types=fields(envelope).filter((field)=>field.number>=16);if(types.length!==1||types[0].number!==number||types[0].kind!==2)return undefined;return types[0].value;}
class Lines{constructor(paragraph){this.lines=paragraph.split("\n");this.place=0;}
take(name){const line=this.lines[this.place++]??"";if(!line.startsWith(`${name} `))fail(`A line "${name}" is missing.`);return line.slice(name.length+1);}
peek(name){return this.lines[this.place]?.startsWith(`${name} `);}
hashes(most){const rest=this.lines.slice(this.place);this.place=this.lines.length;if(rest.length>most)fail("There are too many hashes.");return rest.map((line)=>unbase64(line,32));}
}
const envelopeOf=(text)=>{const bytes=unbase64(text);if(bytes.length<1||bytes.length>32_768)fail("An envelope has 1 byte to 32 KiB.");return bytes;};async function check(bytes,key){if(bytes.length>6_000_000)fail("The file is too large for this page; use scrollback check.");let text;try{text=decoder.decode(bytes);}catch{fail("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");}
if(/[\0-\x09\x0b-\x1f]/.test(text))fail("The file has a control character.");if(!text.endsWith("\n"))fail("The last line has no end.");const paragraphs=text.slice(0,-1).split("\n\n");if(paragraphs.some((paragraph)=>paragraph===""||paragraph.startsWith("\n")||paragraph.endsWith("\n"))){fail("The file has empty lines where none belong.");}
const kind=paragraphs[0].split("\n",1)[0];const form=forms[kind];if(form){if(form.paragraphs&&paragraphs.length!==form.paragraphs)fail("The file has too few or too many parts.");return{kind:form.kind,...(await form.check(paragraphs,key))};}
if(paragraphs.length!==2)fail("The first line names no kind of proof.");return{kind:"checkpoint",checkpoint:await readCheckpoint(paragraphs,key)};}
async function inclusion(lines,checkpoint,envelope){const index=decimal(lines.take("index"));const hashes=lines.hashes(63);const leaf=await leafOf(envelope);const{root,steps}=await rootOf(leaf,index,checkpoint.size,hashes);compare(root,checkpoint);return{index,position:index+1,steps,envelope};}
const forms={"c2sp.org/tlog-proof@v1":{kind:"inclusion",paragraphs:3,async check([head,...rest],key){const checkpoint=await readCheckpoint(rest,key);const lines=new Lines(head.slice(head.indexOf("\n")+1));if(!lines.peek("extra"))fail("The file has no envelope.");const envelope=envelopeOf(lines.take("extra"));return{checkpoint,...(await inclusion(lines,checkpoint,envelope))};},},"scrollback-consistency/v1":{kind:"consistency",paragraphs:5,async check([head,a,b,c,d],key){const older=await readCheckpoint([a,b],key);const newer=await readCheckpoint([c,d],key);const lines=head.split("\n").slice(1);if(lines.length>64)fail("There are too many hashes.");await checkGrowth(older,newer,lines.map((line)=>unbase64(line,32)));return{older,checkpoint:newer};},},"scrollback-disclosure/v1":{kind:"disclosure",paragraphs:4,async check([head,proof,...rest],key){const checkpoint=await readCheckpoint(rest,key);const lines=new Lines(head.slice(head.indexOf("\n")+1));const salt=unbase64(lines.take("salt"),16);const content=unbase64(lines.take("content"));const envelope=envelopeOf(lines.take("envelope"));if(lines.place!==lines.lines.length)fail("The first part has further lines.");if(!proof.startsWith("c2sp.org/tlog-proof@v1\n"))fail("The proof within is missing.");const found=await inclusion(new Lines(proof.slice(proof.indexOf("\n")+1)),checkpoint,envelope);const hmac=await crypto.subtle.importKey("raw",salt,{name:"HMAC",hash:"SHA-256"},false,["sign"]);const seal=await crypto.subtle.sign("HMAC",hmac,join(encoder.encode("scrollback/content/1"),content));if(!same(new Uint8Array(seal),sealOf(envelope)))fail("The content is not the one that was sealed.");return{checkpoint,content,...found};},},"scrollback-erasure/v1":{kind:"erasure",async check(paragraphs,key){const checkpoint=await readCheckpoint(paragraphs.slice(-2),key);const first=new Lines(paragraphs[0].slice(paragraphs[0].indexOf("\n")+1));const copies=decimal(first.take("copies"));if(copies>100||paragraphs.length!==copies+4)fail("The file has too few or too many parts.");const erasedEnvelope=envelopeOf(first.take("erased"));const erased=await inclusion(first,checkpoint,erasedEnvelope);const second=new Lines(paragraphs[1]);const erasureEnvelope=envelopeOf(second.take("erasure"));const erasure=await inclusion(second,checkpoint,erasureEnvelope);sealOf(erasedEnvelope);if(erased.index>=erasure.index)fail("The erasure is not behind the erased event.");const body=onlyType(erasureEnvelope,22)??fail("The second event is no erasure.");const names=fields(body).filter((field)=>field.number===1).some(({kind,value})=>{if(kind!==2)fail("A range of the erasure is not readable.");const parts=fields(value);const one=(number)=>parts.filter((part)=>part.number===number);if([1,2].some((n)=>one(n).length>1||one(n).some((part)=>part.kind!==0)))fail("A range of the erasure is not readable.");const[from,length]=[one(1)[0]?.value??0n,one(2)[0]?.value??0n];const position=BigInt(erased.position);return from>=1n&&length>=1n&&position>=from&&position<from+length;});if(!names)fail("The erasure does not name the event.");const older=[];for(const paragraph of paragraphs.slice(2,-2)){const lines=new Lines(paragraph);const envelope=envelopeOf(lines.take("copy"));const copy=await inclusion(lines,checkpoint,envelope);if(!onlyType(envelope,113))fail("A copy is not the beginning of a copy of the keys.");if(copy.index>=erasure.index||copy.index<=(older.at(-1)?.index??-1))fail("The copies are not in the order of the log.");older.push(copy);}
return{checkpoint,...erased,erasure,copies:older};},},};function against(pin,checkpoint){if(!pin)return undefined;if(pin.origin!==checkpoint.origin){const[mine,theirs]=[pin.origin,checkpoint.origin].map((origin)=>origin.split("/").slice(0,2).join("/"));return mine===theirs?"restored":"other";}
if(pin.size===checkpoint.size)return same(pin.root,checkpoint.root)?"same":"forked";return pin.size<checkpoint.size?"newer":"older";}
const shortHash=(bytes)=>hex(bytes).slice(0,8);function tree(steps,position,size){const step=58;const height=steps.length*step+34;const[left,middle,right]=[92,200,308];const drawing=svg("svg",{viewBox:`0 0 400 ${height}`,class:"tree",role:"img","aria-label":`The path of event ${position} to the root of ${size} events, ${steps.length - 1} steps long`,});const node=(x,y,hash,kind)=>[svg("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:kind}),Object.assign(svg("text",{x,y:y+4.5,class:kind}),{textContent:shortHash(hash)}),];steps.forEach((one,n)=>{const y=height-24-n*step;const above=steps[n+1];if(above){const x=above.side==="left"?left:right;drawing.append(svg("path",{d:`M${x} ${y - 14} C ${x} ${y - 34} ${middle} ${y - 26} ${middle} ${y - step + 14}`,class:"branch"}));drawing.append(svg("path",{d:`M${middle} ${y - 14} V ${y - step + 14}`,class:"lit"}));drawing.append(...node(x,y,above.sibling,"given"));}
drawing.append(...node(middle,y,one.hash,n===0?"lit leaf":n===steps.length-1?"lit root":"lit"));});return h("figure",{},drawing,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${number(position)} up to the root `,h("span.swatch.given"),"given by the file"));}
function growth(older,newer){const share=Math.max(2,(older.size/newer.size)*100);const bar=svg("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${older.size} of ${newer.size} events are unchanged`},svg("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),svg("rect",{x:0,y:12,width:share*4,height:26,rx:8,class:"lit"}));return h("figure",{},bar,h("figcaption",{},`The first ${number(older.size)} of ${number(newer.size)} events are the same.`));}
const claims={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${number(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${number(r.position)} is in the log of ${number(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${number(r.checkpoint.size)} events begins with all of the log of ${number(r.older.size)}.`,disclosure:(r)=>`Event ${number(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${number(r.position)} had a content, and the erasure at ${number(r.erasure.position)} destroyed it.`,};const limits={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const words={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};async function judge(bytes,{key,pin,name}={}){if(!(await canVerify())){return card("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}
let result;try{result=await check(bytes,key);}catch(error){if(!(error instanceof Fault))throw error;return card("bad",name,[h("p",{},error.message)]);}
const stands=against(pin,result.checkpoint);if(stands==="forked"){return card("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}
const isOwn=key?.source==="person";const{checkpoint}=result;return card(isOwn?"good":"amber",name,[h("p.claim",{},claims[result.kind](result)),!isOwn&&h("p",{},key?"The key came from the server that is checked. Paste the log's key from another source.":"Paste the log's public key, from another source than this server, to know who signed it."),result.content&&h("pre.content",{dir:"auto",tabindex:0},readable(result.content)),result.steps&&tree(result.steps,result.position,checkpoint.size),result.older&&growth(result.older,checkpoint),result.copies?.length>0&&h("p",{},`${result.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},checkpoint.origin),h("dt",{},"Size"),h("dd",{},number(checkpoint.size)),h("dt",{},"Root"),h("dd.mono",{},base64(checkpoint.root)),h("dt",{},"Signed by"),h("dd",{},isOwn?key.name:"unknown"),pin&&[h("dt",{},"Kept"),h("dd",{},pinWords[stands])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},limits[result.kind].map((text)=>h("li",{},text)))),]);}
const pinWords={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function readable(content){const text=new TextDecoder("utf-8").decode(content).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return text||hex(content);}
function card(kind,name,children){const names={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${kind}`,{"data-verdict":kind},h("header",{},icon(names[kind]),h("div",{},h("h2",{},words[kind]),name&&h("p.file",{dir:"auto"},name))),children);}
class Desk{key;pin;#place;constructor({store,changed}){this.store=store;this.changed=changed;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const input=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(input.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),input,h("label.secondary",{for:"files"},"Choose files"));for(const target of[this.drop]){target.addEventListener("dragover",(event)=>{event.preventDefault();target.classList.add("over");});target.addEventListener("dragleave",()=>target.classList.remove("over"));target.addEventListener("drop",(event)=>{event.preventDefault();target.classList.remove("over");this.take(event.dataTransfer.files);});}
}
async begin(){const text=this.store?.getItem("scrollback-key");if(text)await this.#useKey(text).catch(()=>this.store.removeItem("scrollback-key"));const pin=this.store?.getItem("scrollback-pin");if(pin)await this.#usePin(pin).catch(()=>this.store.removeItem("scrollback-pin"));this.draw();}
async #useKey(text){this.key={...(await readKey(text)),source:"person"};this.store?.setItem("scrollback-key",this.key.text);}
async #usePin(text){const paragraphs=text.replace(/\n$/,"").split("\n\n");this.pin=await readCheckpoint(paragraphs,(await canVerify())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}
async keep(text){await this.#usePin(text);this.draw();this.changed?.();}
forget(what){this[what]=undefined;this.store?.removeItem(`scrollback-${what}`);this.draw();this.changed?.();}
draw(){const form=(label,hint,use)=>{const problem=h("p.problem",{role:"alert"});const input=h("textarea",{rows:2,placeholder:hint,spellcheck:"false","aria-label":label});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await use(input.value);this.draw();this.changed?.();}catch(error){problem.textContent=error.message;}
}},input,problem,h("button.secondary",{},"Use"));};fill(this.keyBox,h("h2",{},"Your key"),this.key
?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]
:[h("p",{},"The public key of the log, from another source than this server."),form("Public key","example.com/log+1dde4531+ATtq…",(text)=>this.#useKey(text))]);this.drawPin(form);}
drawPin(form){if(!this.pin&&!form)return;fill(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin
?[h("p",{},`${number(this.pin.size)} events`),h("p.mono",{},base64(this.pin.root)),this.status,h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]
:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),form("Checkpoint","scrollback/…",(text)=>this.#usePin(`${text.trim()}\n`))]);}
async take(files){for(const file of files)await this.show(new Uint8Array(await file.arrayBuffer()),file.name);}
async show(bytes,name){const made=await judge(bytes,{key:this.key,pin:this.pin,name:name??`checked ${moment(Date.now())}`});this.results.prepend(made);return made;}
}
let store;try{store=localStorage;}catch{store=undefined;}
const desk=new Desk({store});document.getElementById("app").append(h("main.proof",{},h("header",{},h("h1",{},"Check a proof"),h("p",{},"This page asks no server. It checks proofs of a Scrollback log with the key that you give it.")),h("div.desk",{},desk.keyBox,desk.pinBox,desk.drop),desk.results));desk.begin();</script>
</body>
</html>

"""#
),
ConsoleFile(
    path: "/console/app.js",
    type: "text/javascript; charset=utf-8",
    tag: #""912e51834f95f74253dacd1211d2f23f""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill,h,icon,iconButton}from "./dom.js";import{claims,sentence,Session}from "./session.js";const session=new Session();const app=document.getElementById("app");const screens={chat:{title:"Chat",icon:"chat",load:async()=>(await import("./chat.js")).ChatScreen},past:{title:"Past",icon:"past",load:async()=>(await import("./past.js")).PastScreen},log:{title:"Log",icon:"log",load:async()=>(await import("./log.js")).LogScreen,isOperators:true},proof:{title:"Proof",icon:"proof",load:async()=>(await import("./proof.js")).ProofScreen},operator:{title:"Operator",icon:"operator",load:async()=>(await import("./operator.js")).OperatorScreen,isOperators:true},};const isOpen=(screen)=>!screen.isOperators||session.kind==="operator";function place(){const[name,query=""]=location.hash.slice(1).split("?");return{name:screens[name]?name:undefined,parameters:Object.fromEntries(new URLSearchParams(query))};}
function go(changes,replaces=false,name=place().name??"chat"){const isSame=name===(place().name??"chat");const parameters=new URLSearchParams(isSame?place().parameters:{});for(const[key,value]of Object.entries(changes)){if(value===undefined)parameters.delete(key);else parameters.set(key,value);}
const query=parameters.toString();const hash=`#${name}${query ? `?${query}` : ""}`;if(hash===location.hash)return;if(replaces)history.replaceState(null,"",hash);else location.hash=hash;}
let current;let main;let state;const links=new Map();async function route(){const{name=session.kind==="operator"?"operator":"chat",parameters}=place();const screen=screens[name];if(!isOpen(screen))return go({},true,"chat"),route();for(const[other,link]of links){if(other===name)link.setAttribute("aria-current","page");else link.removeAttribute("aria-current");}
if(current?.name!==name){current?.view?.end?.();const mine=(current={name});const Screen=await screen.load();if(current!==mine)return;current.view=new Screen(session,go);document.title=name==="chat"?"Scrollback":`${screen.title} · Scrollback`;fill(main,current.view.element);}
await current.view?.show(parameters);}
function frame(){state=h("div.connection",{role:"status"});main=h("main",{id:"main"});const nav=h("nav.rail",{"aria-label":"Screens"},Object.entries(screens).filter(([,screen])=>isOpen(screen)).map(([name,screen])=>{const link=h("a",{href:`#${name}`},icon(screen.icon),h("span",{},screen.title));links.set(name,link);return link;}),h("span.spacer"),iconButton("out","Sign out",()=>session.signOut()));fill(app,h("a.skip",{href:"#main",onclick:(event)=>{event.preventDefault();main.querySelector("button, input, [tabindex='0'], a")?.focus();}},"Skip to the content"),h("div.shell",{},nav,main),state);addEventListener("hashchange",()=>route().catch(fail));showState();route().catch(fail);}
function fail(error){fill(main,h("div.nothing",{},icon("warn"),h("p",{},sentence(error))));}
let wasLost=false;function showState(){const isLost=session.state==="lost";fill(state,isLost&&[icon("warn"),"The connection is lost. It comes back by itself."]);state.classList.toggle("lost",isLost);if(wasLost&&!isLost)current?.view?.mend?.();wasLost=isLost;}
function signInForm({title,text,done}){const problem=h("p.problem",{role:"alert"});const input=h("input",{name:"token",type:"password",autocomplete:"off",spellcheck:"false",required:true,"aria-describedby":"token-help"});const button=h("button.primary",{},"Sign in");return h("form.sign-in",{onsubmit:async(event)=>{event.preventDefault();const token=input.value.trim();button.disabled=true;problem.textContent="";try{await session.signIn(token);done();}catch(error){problem.textContent=error.status===401
?claims(token)?.exp*1000<Date.now()?"This token has expired.":"The server does not know this token or key."
:sentence(error);input.select();}finally{button.disabled=false;}
}},h("h1",{},title),h("p",{id:"token-help"},text),h("label.field",{},h("span",{},"Token or key"),input),problem,button);}
session.addEventListener("expired",()=>{const dialog=h("dialog.expired",{"aria-label":"Sign in again"});dialog.append(signInForm({title:"The token has expired",text:"Paste another one. You go on where you are.",done:()=>{},}));dialog.addEventListener("cancel",(event)=>event.preventDefault());session.addEventListener("token",()=>dialog.remove(),{once:true});document.body.append(dialog);dialog.showModal();});session.addEventListener("state",()=>state&&showState());session.addEventListener("event",({detail})=>current?.view?.take?.(detail));const lent=await session.borrow();const isSignedIn=lent!==undefined&&(await session.signIn(lent).then(()=>true,()=>false));if(isSignedIn)frame();else{fill(app,h("main.front",{},h("div.front-card",{},h("p.brand",{},"Scrollback"),signInForm({title:"See the log",text:"A user's token shows that person's chats; the operator's key shows everything. It stays in the memory of this page.",done:frame,}))));app.querySelector("input").focus();}

"""#
),
ConsoleFile(
    path: "/console/chat.js",
    type: "text/javascript; charset=utf-8",
    tag: #""2930fa2a7c4caf23aa7c3cf43b3d40d6""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,avatar,fill,h,icon,iconButton,later,toast}from "./dom.js";import{List}from "./list.js";import{sentence}from "./session.js";import{Talk}from "./talk.js";export class Chat{#talk;constructor(reader,{go,note,title="Chats"}){this.reader=reader;this.go=go;this.note=note;this.list=new List(reader,{open:(conversation)=>go({c:conversation,n:undefined,m:undefined})});this.pane=h("div.talk-pane");this.search=h("input",{type:"search",placeholder:"Search","aria-label":"Search conversations",oninput:later(200,()=>this.#search())});this.filter=h("select",{"aria-label":"Which conversations",onchange:()=>this.#search()},["active","archived","former","hidden","all"].map((value)=>
h("option",{value},value[0].toUpperCase()+value.slice(1))));this.heading=h("h1",{},title);this.element=h("div.chat",{},h("div.list",{},h("header.list-head",{},this.heading,reader.mayWrite&&iconButton("edit","New conversation",()=>this.#begin())),h("div.list-tools",{},h("div.searching",{},icon("search"),this.search),this.filter),this.list.element),this.pane);if(reader.asOf===undefined)this.list.addEventListener("total",()=>{document.title=this.list.total?`(${this.list.total}) Scrollback`:"Scrollback";});this.#showNothing();}
end(){this.#talk?.end();}
#showNothing(){fill(this.pane,h("div.nothing",{},icon("chat"),h("p",{},"Choose a conversation.")));this.element.classList.remove("open");}
#search(){this.list.filter(this.search.value,this.filter.value).catch((error)=>toast(sentence(error),"bad"));}
load(){return this.list.load();}
async show({c,n,m}){if(this.#talk?.conversation===c&&c!==undefined){if(n!==undefined&&n!==this.#at)this.#talk.rows?.jump(Number(n),80);if(m!==undefined&&m!==this.#message)this.#talk.show(m);this.#message=m;return;}
this.#talk?.end();this.#talk=undefined;this.list.select(c);if(c===undefined)return this.#showNothing();this.element.classList.add("open");const talk=(this.#talk=new Talk(this.reader,c,{back:()=>this.go({c:undefined,n:undefined,m:undefined}),note:this.note,moved:later(300,(ordinal)=>{if(this.#talk!==talk)return;this.#at=ordinal===undefined?undefined:String(ordinal);this.go({n:this.#at,m:undefined},true);}),}));fill(this.pane,talk.element);this.#message=m;try{await talk.begin({ordinal:n===undefined?undefined:Number(n),message:m});}catch(error){if(this.#talk!==talk)return;const words=error.code==="notFound"?"There is no such conversation for this person.":sentence(error);fill(this.pane,h("div.nothing",{},icon("warn"),h("p",{},words)));}
}
#at;#message;take({event,data}){if(event==="snapshot"||event==="joined"){if(this.list.isLoaded)this.list.load().catch(()=>{});this.#talk?.again();}else if(event==="change"){this.list.take(data);this.#talk?.take(data);const item=data.type==="message"&&data.item;if(item&&item.sender!==this.reader.person&&this.reader.mayWrite&&this.delivers?.())this.#deliver(item);}
}
#arrived=new Map();#deliver(item){this.#arrived.set(item.conversation,item.message);this.#say();}
#say=later(500,()=>{for(const[conversation,upTo]of this.#arrived){this.reader.do("markDelivered",{conversation,upTo}).catch(()=>{});}
this.#arrived.clear();});mend(){this.list.load().catch(()=>{});this.#talk?.mend();}
async #begin(){const words=await ask({title:"New conversation",action:"Search",fields:[{name:"search",label:"Name of a person",required:true}]});if(!words)return;try{const{items}=await this.reader.ask("users",{search:words.search,limit:20});const others=items.filter((person)=>person.user!==this.reader.person);if(!others.length)return toast("No person of that name is found.");const choice=await ask({title:"New conversation",action:"Begin",fields:[{name:"user",label:"With",options:others.map((p)=>[p.user,p.fullName??p.username])}]});if(!choice)return;const{conversation}=await this.reader.do("startDirect",{with:choice.user});await this.list.load();this.go({c:conversation});}catch(error){toast(sentence(error),"bad");}
}
}
export class ChatScreen{#chat;constructor(session,go){this.session=session;this.go=go;this.element=h("div.screen");}
end(){clearInterval(this.#poll);this.#chat?.end();}
async show(parameters){const person=this.session.me??parameters.as;if(!person)return fill(this.element,await choosePerson(this.session,this.go));if(this.#chat?.reader.person!==person){this.#chat?.end();const chat=(this.#chat=new Chat(this.session.reader(person),{go:this.go}));chat.delivers=()=>this.session.isLeading;fill(this.element,chat.element);if(this.session.kind!=="user"){chat.heading.textContent="Chats as";chat.heading.append(" ",h("button.link",{type:"button",onclick:()=>this.go({as:undefined,c:undefined})},"…"));nameOf(this.session,person).then((name)=>{chat.heading.lastChild.textContent=name;});}
try{await chat.load();}catch(error){if(error.code==="reasonNeeded")return this.go({as:undefined});fill(this.element,h("div.nothing",{},icon("warn"),h("p",{},sentence(error))));return;}
if(this.session.kind==="operator")this.#poll??=setInterval(()=>this.#again(),5_000);else this.session.follow(person);}
await this.#chat.show(parameters);}
#poll;#again(){if(!document.hidden)this.#chat?.take({event:"joined"});}
take(event){this.#chat?.take(event);}
mend(){this.#chat?.mend();}
}
async function nameOf(session,person){const{items}=session.kind==="operator"
?await session.operate("profiles",{users:[person]},{words:true})
:await session.reader(person).ask("profiles",{users:[person]});return items[0]?.name??"Unknown";}
export async function choosePerson(session,go){const box=h("div.choose");const list=async()=>{try{let users;if(session.kind==="operator"){const found=new Set();const{items}=await session.operate("events",{types:["profileSet"],limit:500});for(const item of items)found.add(item.user);const ids=[...found].slice(0,200);users=ids.length?(await session.operate("profiles",{users:ids},{words:true})).items:[];}else{users=[];}
fill(box,h("h1",{},"As whom?"),h("p",{},"You see the store exactly as this person sees it."),h("ul.people.choice",{},users.map((person)=>h("li",{},h("button",{type:"button",onclick:()=>go({as:person.user})},avatar(person.user,person.name),h("span",{dir:"auto"},person.name),h("span.mono",{},person.user))))),h("form",{onsubmit:(event)=>{event.preventDefault();go({as:new FormData(event.target).get("id").trim().toLowerCase()});}},h("label.field",{},h("span",{},"Or by id"),h("input",{name:"id",required:true,pattern:"[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}",autocomplete:"off"})),h("button.primary",{},"Look")));}catch(error){if(error.code==="reasonNeeded")return askReason();fill(box,h("p",{},sentence(error)));}
};const askReason=()=>fill(box,h("h1",{},"Why do you look?"),h("p",{},"These are other people's words. The log notes who looked, at what, and the reason."),h("form",{onsubmit:(event)=>{event.preventDefault();session.reason=new FormData(event.target).get("reason").trim();list();}},h("label.field",{},h("span",{},"Reason"),h("textarea",{name:"reason",rows:2,required:true,maxlength:2000})),h("button.primary",{},"Continue")));if(session.kind==="operator"&&!session.reason)askReason();else await list();return box;}

"""#
),
ConsoleFile(
    path: "/console/console.css",
    type: "text/css; charset=utf-8",
    tag: #""7eb61df25ad1593f4581a0fb6e195adf""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
:root{color-scheme:light dark;--paper:light-dark(#f5f4f1,#131315);--panel:light-dark(#fff,#1a1b1e);--raised:light-dark(#fff,#242529);--hover:light-dark(#efede8,#232428);--line:light-dark(#e3e0d9,#2d2e33);--ink:light-dark(#1d1c1a,#ececee);--soft:light-dark(#635f59,#a6a5ad);--accent:light-dark(#3450c8,#9aa9ff);--strong:light-dark(#3450c8,#4659d6);--tint:light-dark(#e7ebff,#272d55);--mine:light-dark(#e2e7ff,#2b3269);--theirs:light-dark(#fff,#232428);--good:light-dark(#0f6b33,#62d190);--good-tint:light-dark(#e2f4e8,#15301f);--amber:light-dark(#8a4f00,#f2bb66);--amber-tint:light-dark(#fdf0d9,#362711);--bad:light-dark(#b3211f,#ff918a);--bad-tint:light-dark(#fde7e5,#3b1917);--shadow:0 1px 2px light-dark(#0000000f,#0006),0 6px 24px light-dark(#0000001a,#0009);--radius:14px;--mono:ui-monospace,"SF Mono","Cascadia Mono","JetBrains Mono",Menlo,"DejaVu Sans Mono",monospace;font:400 clamp(15px,11.2px + .23vw,20px)/1.45 system-ui,-apple-system,"Segoe UI",Roboto,Inter,"Helvetica Neue","Noto Sans",sans-serif,"Noto Color Emoji";background:var(--paper);color:var(--ink);accent-color:var(--accent);scrollbar-color:light-dark(#c9c5bd,#45464d) transparent;}
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
input,select,textarea{background:var(--panel);border:1px solid light-dark(#8f8b84,#6d6e76);border-radius:10px;padding:.5em .7em;min-width:0;}
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
.rail a{display:grid;justify-items:center;gap:.15rem;padding:.5rem .2rem;border-radius:12px;color:var(--soft);text-decoration:none;font-size:.74rem;font-weight:560}
.rail a .icon{width:1.6em;height:1.6em;font-size:1.05rem}
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
.list-head h1{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
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
.rows{position:absolute;inset:0 0 auto;will-change:transform}
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
@media (max-width:760px){.shell{grid-template:minmax(0,1fr) auto / minmax(0,1fr)}
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
@media (min-width:2400px){.chat{grid-template-columns:26rem minmax(0,1fr)}}
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
.source{font-size:.85rem;color:var(--soft)}
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
.difference{font-size:.72rem;font-weight:650;color:var(--amber);flex:none}
details.why{font-size:.8rem;color:var(--soft);padding:0 .4rem}
details.why summary{font-weight:400}
@media (max-width:760px){.event{grid-template-columns:auto minmax(0,1fr) auto}
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
.cards{columns:2 26rem;column-gap:1rem}
.cards >*{break-inside:avoid;margin-bottom:1rem;width:100%}
.rows-list{width:100%;display:grid;gap:.5rem}
.rows-list li{display:flex;gap:1rem;justify-content:space-between;align-items:center}
.rows-list div{min-width:0;overflow-wrap:anywhere}
.rows-list small{display:block;color:var(--soft)}
table{border-collapse:collapse;width:100%;font-size:.88rem;font-variant-numeric:tabular-nums}
th{text-align:start;font-weight:560;padding:.3rem .6rem .3rem 0}
thead th{color:var(--soft);font-size:.8rem}
td{padding:.3rem .6rem .3rem 0}
tbody tr{border-top:1px solid var(--line)}
.receipt{background:var(--good-tint);border-radius:12px;padding:.7rem .9rem;width:100%}
@media (max-width:760px){.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}}

"""#
),
ConsoleFile(
    path: "/console/dom.js",
    type: "text/javascript; charset=utf-8",
    tag: #""4ce062dcbd32cde492db5f47007b42b2""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
export function h(name,properties,...children){const[tag,...classes]=name.split(".");const element=document.createElement(tag||"div");if(classes.length)element.className=classes.join(" ");for(const[key,value]of Object.entries(properties??{})){if(value===undefined||value===null||value===false)continue;if(key.startsWith("on"))element.addEventListener(key.slice(2),value);else if(key==="value"||key==="checked"||key==="disabled")element[key]=value;else element.setAttribute(key,value===true?"":value);}
add(element,children);return element;}
function add(element,children){for(const child of children){if(Array.isArray(child))add(element,child);else if(child!==undefined&&child!==null&&child!==false)element.append(child);}
}
export function fill(element,...children){element.replaceChildren();add(element,children);return element;}
export function reconcile(parent,wanted){let next=parent.firstChild;for(const child of wanted){if(child===next)next=next.nextSibling;else parent.insertBefore(child,next);}
while(next){const after=next.nextSibling;next.remove();next=after;}
}
export const svg=(name,properties={},...children)=>{const element=document.createElementNS("http://www.w3.org/2000/svg",name);for(const[key,value]of Object.entries(properties))element.setAttribute(key,value);element.append(...children);return element;};const paths={chat:"M21 12a8 8 0 0 1-8 8H4l1.8-3.2A8 8 0 1 1 21 12Z",past:"M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2",log:"M4 6h.01M4 12h.01M4 18h.01M8.5 6H20M8.5 12H20M8.5 18H20",proof:"M12 3l7.5 3v5.5c0 4.6-3.2 7.9-7.5 9.5-4.3-1.6-7.5-4.9-7.5-9.5V6ZM8.8 12l2.3 2.3 4.2-4.4",operator:"M4 7h9m4 0h3M4 12h3m4 0h9M4 17h7m4 0h5M15 5v4M9 10v4M13 15v4",send:"M4 12l16-8-5.5 16-3-6.5ZM11.5 13.5L20 4",smile:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.2c1.9 2.4 5.1 2.4 7 0M9 9.5h.01M15 9.5h.01",reply:"M9 6L4 11l5 5M4 11h9a7 7 0 0 1 7 7",edit:"M4 20l1-4.5L16.5 4 20 7.5 8.5 19ZM14 6.5l3.5 3.5",trash:"M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",calendar:"M4 6h16v14H4ZM4 10.5h16M8.5 3.5V8M15.5 3.5V8",close:"M6 6l12 12M18 6L6 18",back:"M14.5 5.5L8 12l6.5 6.5",down:"M5.5 9.5L12 16l6.5-6.5",people:"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-3.9 2.9-6.5 6.5-6.5s6.5 2.6 6.5 6.5M16 4.5a3.3 3.3 0 0 1 0 6.2M18 14.2c2.2.9 3.5 3 3.5 5.8",pin:"M9 4h6l-.8 6 3.3 3.5H6.5L9.8 10ZM12 13.5V20",mute:"M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",sent:"M5 12.5l4.5 4.5L19 7.5",delivered:"M2.5 12.5L7 17l9-9.5M11.5 16.5l.5.5 9.5-9.5",image:"M4 5h16v14H4ZM4 16l5-5 4.5 4.5 2.5-2.5 4 4M15.5 9.5h.01",audio:"M5 10v4M9 7v10M13 4.5v15M17 8v8M21 10.5v3",file:"M6 3h8l4.5 4.5V21H6ZM14 3v4.5h4.5",location:"M12 21s7-6.2 7-11.5a7 7 0 0 0-14 0C5 14.8 12 21 12 21ZM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z",info:"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01",lock:"M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",search:"M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5L20 20",eye:"M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",out:"M14 4h5v16h-5M4 12h11M11 8l4 4-4 4",warn:"M12 4l9 16H3ZM12 10v4.5M12 17.3h.01",bolt:"M13 3L5 14h6l-1 7 8-11h-6Z",};export function icon(name,label){const drawing=svg("svg",{viewBox:"0 0 24 24",class:"icon"},svg("path",{d:paths[name]}));if(label){drawing.setAttribute("role","img");drawing.setAttribute("aria-label",label);}else{drawing.setAttribute("aria-hidden","true");}
return drawing;}
export const iconButton=(name,label,onclick,more={})=>
h("button.icon-button",{type:"button",title:label,"aria-label":label,onclick,...more},icon(name));export function avatar(id,name,{online}={}){let sum=0;for(const character of id??"")sum=(sum*31+character.charCodeAt(0))>>>0;const words=(name??"").trim().split(/\s+/).filter(Boolean);const first=(word)=>[...new Intl.Segmenter().segment(word)].map((part)=>part.segment)[0]??"";const letters=words.length>1?first(words[0])+first(words.at(-1)):first(words[0]??"?");return h(`span.avatar.tone${sum % 12}`,{"aria-hidden":"true"},h("span.letters",{},letters.toLocaleUpperCase()),online?h("span.dot"):null);}
export function pictures(row){const[first,second]=row.avatars??[];return row.kind==="direct"||!second
?avatar(first?.user??row.conversation,first?.name??row.title,{online:row.kind==="direct"&&row.online})
:h("span.pair",{},avatar(first.user,first.name),avatar(second.user,second.name));}
const locale=navigator.language||"en";const formats=new Map();function format(options){const key=JSON.stringify(options);if(!formats.has(key))formats.set(key,new Intl.DateTimeFormat(locale,options));return formats.get(key);}
export const dayKey=(time)=>{const date=new Date(time);return date.getFullYear()*10_000+date.getMonth()*100+date.getDate();};export const clock=(time)=>format({hour:"2-digit",minute:"2-digit"}).format(time);export const moment=(time)=>
format({year:"numeric",month:"short",day:"numeric",hour:"2-digit",minute:"2-digit",second:"2-digit"}).format(time);export function day(time){const today=dayKey(Date.now());if(dayKey(time)===today)return "Today";if(dayKey(time+86_400_000)===today)return "Yesterday";const isThisYear=new Date(time).getFullYear()===new Date().getFullYear();return format({weekday:"long",day:"numeric",month:"long",year:isThisYear?undefined:"numeric"}).format(time);}
export function ago(time){if(dayKey(time)===dayKey(Date.now()))return clock(time);const days=(Date.now()-time)/86_400_000;if(days>=0&&days<6)return format({weekday:"short"}).format(time);return format({day:"numeric",month:"short",year:days>300?"2-digit":undefined}).format(time);}
export const number=(value)=>value.toLocaleString(locale);export const count=(value,word,many=`${word}s`)=>`${number(value)} ${value === 1 ? word : many}`;export function bytes(value){for(const unit of["B","KiB","MiB","GiB"]){if(value<1024||unit==="GiB")return `${value < 10 && unit !== "B" ? value.toFixed(1) : Math.round(value)} ${unit}`;value/=1024;}
}
export const short=(id)=>(id??"").slice(0,8);export function later(milliseconds,action){let timer;return(...words)=>{clearTimeout(timer);timer=setTimeout(()=>action(...words),milliseconds);};}
export function ask({title,text,fields=[],action="OK",danger=false}){return new Promise((resolve)=>{const id=`d${Math.random().toString(36).slice(2)}`;const inputs=fields.map((field)=>({field,input:field.options
?h("select",{name:field.name},field.options.map(([value,label])=>h("option",{value},label)))
:h(field.long?"textarea":"input",{name:field.name,type:field.long?undefined:field.type??"text",value:field.value??"",required:field.required,placeholder:field.hint,autocomplete:"off",rows:field.long?3:undefined,}),}));const dialog=h("dialog",{"aria-labelledby":id},h("form",{method:"dialog",onsubmit:(event)=>{event.preventDefault();const values=Object.fromEntries(inputs.map(({field,input})=>[field.name,input.value.trim()]));done(values);}},h("h2",{id},title),typeof text==="string"?h("p",{},text):text,inputs.map(({field,input})=>h("label.field",{},h("span",{},field.label),input)),h("div.buttons",{},h("button",{type:"button",onclick:()=>done()},"Cancel"),h(`button.primary${danger ? ".danger" : ""}`,{type:"submit"},action))));const done=(values)=>{dialog.close();dialog.remove();resolve(values);};dialog.addEventListener("cancel",()=>done());document.body.append(dialog);dialog.showModal();(inputs[0]?.input??dialog.querySelector("button")).focus();});}
export async function askReason(session){if(session.reason)return true;const values=await ask({title:"Why do you look?",action:"Show",text:"These are other people's words. The log notes who looked, at what, and the reason.",fields:[{name:"reason",label:"Reason",required:true,long:true}],});session.reason=values?.reason;return values!==undefined;}
export function toast(text,kind=""){const place=document.getElementById("toasts");const element=h(`div.toast${kind && `.${kind}`}`,{},text);place.append(element);setTimeout(()=>element.remove(),6_000);}

"""#
),
ConsoleFile(
    path: "/console/list.js",
    type: "text/javascript; charset=utf-8",
    tag: #""edb7ae09ec7764980eaf619aa50356f9""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,fill,h,icon,later,number,pictures,reconcile}from "./dom.js";const order=(a,b)=>
b.pinned-a.pinned||b.lastActivityAt-a.lastActivityAt||(a.conversation<b.conversation?-1:1);export class List extends EventTarget{rows=new Map();typing=new Map();total=0;#nodes=new Map();#next;#loading;#dirty=new Set();#filter="active";constructor(reader,{open}){super();this.reader=reader;this.open=open;this.element=h("div.list-scroll",{onscroll:()=>this.#more()});this.items=h("ul.conversations",{"aria-label":"Conversations"});this.element.append(this.items);this.items.addEventListener("keydown",(event)=>this.#keys(event));}
async load(){this.#next=undefined;const page=await this.#page();this.rows.clear();for(const row of page.items)this.rows.set(row.conversation,row);this.isLoaded=true;this.draw();this.#count();}
async filter(words,filter){this.search=words||undefined;this.#filter=filter;await this.load();}
async #page(){const page=await this.reader.ask("conversations",{limit:50,filter:this.#filter,search:this.search,cursor:this.#next,});this.#next=page.next;return page;}
#more(){const{scrollTop,clientHeight,scrollHeight}=this.element;if(!this.#next||this.#loading||scrollTop+clientHeight<scrollHeight-800)return;this.#loading=this.#page().then((page)=>{for(const row of page.items)if(!this.rows.has(row.conversation))this.rows.set(row.conversation,row);this.draw();}).finally(()=>{this.#loading=undefined;});}
#count=later(150,async()=>{const unread=await this.reader.ask("unread").catch(()=>undefined);if(!unread)return;this.total=unread.badge??unread.total;this.dispatchEvent(new Event("total"));});take(change){if(change.type==="typing"){if(change.users.length)this.typing.set(change.conversation,change.text);else this.typing.delete(change.conversation);this.#drawSoon();}else if(change.type==="presence"){for(const[id,row]of this.rows){if(row.kind!=="direct"||row.avatars[0]?.user!==change.user)continue;this.rows.set(id,{...row,online:change.online,lastSeenAt:change.lastSeenAt});}
this.#drawSoon();}else if(change.conversation){this.#dirty.add(change.conversation);this.#freshen();}else if(change.type==="erased"||change.type==="profile"){for(const id of this.rows.keys())this.#dirty.add(id);this.#freshen();}
}
#freshen=later(40,async()=>{const ids=[...this.#dirty];this.#dirty.clear();if(ids.length>12||this.search)return this.load().catch(()=>{});await Promise.all(ids.map(async(id)=>{try{const row=await this.reader.ask("conversation",{conversation:id});const isHere=this.#filter==="all"||(row.membership==="active"
?(this.#filter==="active"?!row.archived&&!row.hidden:this.#filter==="archived"?row.archived:row.hidden)
:this.#filter==="former"&&!row.hidden);if(isHere)this.rows.set(id,row);else this.rows.delete(id);}catch(error){if(error.code==="notFound")this.rows.delete(id);}
}));this.draw();this.#count();});#drawSoon(){this.frame??=requestAnimationFrame(()=>{this.frame=undefined;this.draw();});}
select(conversation){this.selected=conversation;this.draw();}
draw(){const rows=[...this.rows.values()];if(!this.search)rows.sort(order);const wanted=rows.map((row)=>{const typing=this.typing.get(row.conversation);const isSelected=row.conversation===this.selected;let node=this.#nodes.get(row.conversation);if(!node||node.row!==row||node.typing!==typing||node.isSelected!==isSelected){const hadFocus=node?.element.contains(document.activeElement);const element=this.#row(row,typing,isSelected);if(node)node.element.replaceWith(element);if(hadFocus)element.firstChild.focus();node={row,typing,isSelected,element};this.#nodes.set(row.conversation,node);}
return node.element;});for(const id of this.#nodes.keys())if(!this.rows.has(id))this.#nodes.delete(id);if(wanted.length===0){const words=this.search?"Nothing is found.":this.#filter==="active"?"No conversations yet.":"Nothing here.";fill(this.items,h("li.empty",{},words));}else{reconcile(this.items,wanted);}
}
#row(row,typing,isSelected){const last=row.last;const who=last&&last.kind!=="system"&&row.kind!=="direct"&&last.sender
?`${last.sender === this.reader.person ? "You" : last.senderName}: `
:last?.sender===this.reader.person&&last?.kind!=="system"?"You: ":"";const facts=[row.title,row.online&&"online",row.unread>0&&`${row.unread} unread`,typing??(last&&who+last.preview),].filter(Boolean).join(", ");return h("li",{},h(`button.conversation${isSelected ? ".selected" : ""}${row.unread ? ".unread" : ""}`,{type:"button","aria-current":isSelected?"true":undefined,"aria-label":facts,"data-conversation":row.conversation,onclick:()=>this.open(row.conversation),},pictures(row),h("span.conversation-top",{},h("span.title",{dir:"auto"},row.title),row.pinned&&icon("pin"),row.muted&&icon("mute"),h("time",{},ago(row.lastActivityAt))),h("span.conversation-bottom",{},typing
?h("span.preview-text.typing",{},typing)
:h("span.preview-text",{dir:"auto"},who,last?.preview??""),row.unread>0&&h(`span.badge${row.muted ? ".quiet" : ""}`,{},row.unread>999?"999+":number(row.unread)))));}
#keys(event){const step={ArrowDown:1,ArrowUp:-1}[event.key];if(!step)return;const buttons=[...this.items.querySelectorAll("button")];buttons[buttons.indexOf(document.activeElement)+step]?.focus();event.preventDefault();}
}

"""#
),
ConsoleFile(
    path: "/console/log.js",
    type: "text/javascript; charset=utf-8",
    tag: #""5a342ef7edf876ac9eb2dc3f4a873959""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{askReason,count,fill,h,icon,moment,number,short,svg}from "./dom.js";import{sentence}from "./session.js";export function source(query,fields){const line=JSON.stringify({as:"operator",ask:query,...fields});const command=`echo '${line.replaceAll("'", "'\\''")}' | scrollback control STORE`;return h("details.source",{},h("summary",{},"How to print the same"),h("pre",{tabindex:0},command));}
const filters=[["conversation","Conversation","id"],["actor","Who did it","id"],["user","Whom it concerns","id"],["message","Message","id"],["type","Type","messageSent"],];export class LogScreen{#next;#until;#run=0;#seen=0;#timer;constructor(session,go){this.session=session;this.go=go;this.chart=h("div.chart");this.rows=h("ol.events",{"aria-label":"Events"});this.state=h("p.scan",{role:"status"});this.more=h("button.secondary",{type:"button",hidden:true,onclick:()=>this.#page()},"Earlier events");this.source=h("div");this.form=h("form.filters",{onsubmit:(event)=>{event.preventDefault();const values=new FormData(event.target);go(Object.fromEntries(filters.map(([name])=>[name,values.get(name)?.trim()||undefined])));}},filters.map(([name,label,hint])=>h("label.field",{},h("span",{},label),h("input",{name,placeholder:hint,autocomplete:"off",spellcheck:"false"}))),h("button.secondary",{},"Filter"));this.element=h("div.log",{},h("header.log-head",{},h("h1",{},"Log"),h("label.switch",{},(this.words=h("input",{type:"checkbox",onchange:()=>this.#reveal()})),"Show what people wrote")),this.form,this.chart,this.state,this.rows,this.more,this.source);this.#timer=setInterval(()=>this.#live(),2_000);}
end(){clearInterval(this.#timer);}
async show(parameters){this.parameters=parameters;for(const[name]of filters)this.form.elements[name].value=parameters[name]??"";this.filter={};for(const[name]of filters)if(parameters[name])this.filter[name]=parameters[name];for(const name of["fromTime","untilTime"])if(parameters[name])this.filter[name]=Number(parameters[name]);await this.#begin(parameters.at&&Number(parameters.at));}
async #begin(position){const run=(this.#run+=1);fill(this.rows);this.#seen=0;try{const state=await this.session.operate("state");if(run!==this.#run)return;this.size=state.size;this.#until=position??state.size;this.#histogram(run);await this.#page(run);if(position)this.rows.querySelector("button")?.click();}catch(error){fill(this.state,h("span.problem",{},sentence(error)));}
}
#fields(more){return{...this.filter,...more,content:this.words.checked||undefined};}
async #page(run=this.#run){this.more.hidden=true;const wanted=60;let span=120;let found=[];while(found.length<wanted&&this.#until>0){const from=Math.max(1,this.#until-span+1);const items=[];let next=from;while(next!==undefined&&next<=this.#until){const page=await this.session.operate("events",this.#fields({from:next,until:this.#until,limit:500}),{words:this.words.checked});if(run!==this.#run)return;items.push(...page.items);next=page.next;this.#tell(next);}
found=[...items,...found];this.#until=from-1;span=Math.min(span*(items.length?2:8),1_000_000);}
this.rows.append(...found.reverse().map((item)=>this.#row(item)));this.#seen+=found.length;this.more.hidden=this.#until<=0;this.#tell();fill(this.source,source("events",this.#fields({limit:50})));}
#tell(at){fill(this.state,at!==undefined?`Searching; position ${number(at)} is reached.`:this.#until>0
?`${count(this.#seen, "event")} of the positions ${number(this.#until + 1)} to ${number(this.size)}; earlier ones are not searched yet.`
:`${count(this.#seen, "event")}; all ${number(this.size)} positions are searched.`);}
async #live(){if(document.hidden||!this.size||this.parameters?.untilTime||this.session.state==="lost")return;const run=this.#run;try{const page=await this.session.operate("events",this.#fields({from:this.size+1,limit:200}),{words:this.words.checked});if(run!==this.#run)return;for(const item of page.items){this.rows.prepend(this.#row(item));this.size=Math.max(this.size,item.position);this.#seen+=1;}
if(page.items.length)this.#tell();}catch{}
}
async #reveal(){if(this.words.checked&&!(await askReason(this.session)))this.words.checked=false;if(this.parameters)await this.#begin();}
async #histogram(run,tries=0){const{items}=await this.session.operate("histogram",{conversation:this.filter.conversation,user:this.filter.user,type:this.filter.type,from:this.filter.fromTime??this.first??undefined,until:this.filter.untilTime,buckets:80,}).catch(()=>({items:[]}));if(run!==this.#run||!items.length)return void fill(this.chart);const first=items.findIndex((item,n)=>n>0&&item.count>0);if(!this.filter.fromTime&&first>8&&tries<4){this.first=items[first].from;return this.#histogram(run,tries+1);}
const most=Math.max(...items.map((item)=>item.count),1);const width=800/items.length;const drawing=svg("svg",{viewBox:"0 0 800 90",preserveAspectRatio:"none",class:"histogram","aria-hidden":"true"},...items.map((item,n)=>{const high=item.count?Math.max(2,(item.count/most)*84):0;return svg("rect",{x:n*width+0.5,y:88-high,width:Math.max(1,width-1.5),height:high,rx:1});}));const choose=h("input.span",{type:"range",min:0,max:items.length-1,value:items.length-1,"aria-label":"Pick a span of time","aria-valuetext":"everything",oninput:()=>{const item=items[choose.value];choose.setAttribute("aria-valuetext",`${moment(item.from)}: ${count(item.count, "event")}`);label.textContent=`${moment(item.from)} · ${count(item.count, "event")}`;[...drawing.children].forEach((bar,n)=>bar.classList.toggle("lit",n===Number(choose.value)));},onchange:()=>{const item=items[choose.value];this.go({fromTime:String(item.from),untilTime:String(item.until),at:undefined});}});const label=h("span",{},`${moment(items[0].from)} to ${moment(items.at(-1).until)}`);fill(this.chart,drawing,choose,h("p.chart-label",{},label,this.filter.fromTime&&h("button.link",{type:"button",onclick:()=>this.go({fromTime:undefined,untilTime:undefined})},"All times")));}
#row(item){const words=item.content?.text??item.content?.title??item.content?.fullName??item.content?.username;const open=h("button.event",{type:"button","aria-expanded":"false",onclick:()=>{const isOpen=open.getAttribute("aria-expanded")==="true";open.setAttribute("aria-expanded",String(!isOpen));if(isOpen)open.nextSibling.remove();else open.after(this.#details(item));}},h("span.position",{},number(item.position)),h("span.type",{},item.type),h("span.about",{dir:"auto"},words??summary(item)),h("time",{},moment(item.at)));return h("li",{},open);}
#erasure(item){const place=h("span",{},"…");const look=async()=>{for(let from=item.position+1;from!==undefined;){const page=await this.session.operate("events",{from,type:"contentErased",limit:500});const found=page.items.find((one)=>(one.fields.ranges??[]).some((range)=>item.position>=range.first&&item.position<range.first+range.count));if(found)return fill(place,h("a",{href:`#log?at=${found.position}`},`the erasure at ${number(found.position)}`));from=page.next;}
fill(place,"an erasure that is not found");};look().catch((error)=>fill(place,sentence(error)));return place;}
#details(item){const link=(name,id)=>h("button.link",{type:"button",onclick:()=>this.go({...none,[name]:id,at:undefined})},short(id));const facts=[["Stream",item.stream+(item.version?`, version ${item.version}`:"")],item.actor&&["Actor",link("actor",item.actor)],item.conversation&&["Conversation",link("conversation",item.conversation)],item.user&&["User",link("user",item.user)],item.fields?.message&&["Message",link("message",item.fields.message)],["Leaf",h("span.mono",{},item.leaf)],item.seal&&["Seal of the content",h("span.mono",{},item.seal)],item.erased&&["Erased by",this.#erasure(item)],].filter(Boolean);const why=h("form.why",{onsubmit:async(event)=>{event.preventDefault();const user=new FormData(event.target).get("user").trim();try{const answer=await this.session.operate("explain",{message:item.fields.message,user});fill(why.lastChild,because(answer));}catch(error){fill(why.lastChild,h("p.problem",{},sentence(error)));}
}},h("label.field",{},h("span",{},"Who sees it? Id of a person"),h("input",{name:"user",required:true,autocomplete:"off"})),h("button.secondary",{},"Explain"),h("div"));return h("div.event-details",{},h("dl.facts",{},facts.map(([name,value])=>[h("dt",{},name),h("dd",{},value)])),item.seal&&!item.content&&h("p",{},icon("lock")," ",item.erased?"The content was erased.":"There is content; it is hidden until you show what people wrote."),item.content&&h("pre.content",{tabindex:0,dir:"auto"},JSON.stringify(item.content,null,2)),h("div.event-actions",{},h("a",{href:`#proof?event=${item.position}`},"Prove that it is in the log"),item.conversation&&h("a",{href:`#past?at=${item.position}`},"See the past here")),item.fields?.message&&item.type==="messageSent"&&why,h("details",{},h("summary",{},"JSON"),h("pre",{tabindex:0},JSON.stringify(item,null,2))),source("events",{from:item.position,until:item.position}));}
}
const none=Object.fromEntries(filters.map(([name])=>[name,undefined]));export const because=(answer)=>h("div.because",{},h("p",{},h("b",{},answer.visible?"Visible":"Not visible"),answer.visible&&!answer.content?", without its content":""),h("ul",{},(answer.because??[]).map((reason)=>h("li",{},reason.reason,reason.position!==undefined&&[" — ",h("a",{href:`#log?at=${reason.position}`},`position ${number(reason.position)}`)],reason.at!==undefined&&`, ${moment(reason.at)}`))));function summary(item){const fields=item.fields??{};if(item.type==="messageSent"){return[fields.kind,fields.characters!==undefined&&count(fields.characters,"character"),fields.attachments?.length&&count(fields.attachments.length,"attachment")].filter(Boolean).join(", ");}
return Object.entries(fields).filter(([,value])=>typeof value!=="object").slice(0,4)
.map(([name,value])=>`${name} ${String(value).length === 36 ? short(String(value)) : value}`).join(", ");}

"""#
),
ConsoleFile(
    path: "/console/message.js",
    type: "text/javascript; charset=utf-8",
    tag: #""a6f386b4c03e8a955b393e9aae5ffc1f""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{avatar,bytes,clock,day,dayKey,h,icon,moment,svg}from "./dom.js";export const tapbacks={love:"❤️",like:"👍",dislike:"👎",laugh:"😂",emphasize:"‼️",question:"❓"};export const face=(reaction)=>tapbacks[reaction]??reaction;const together=5*60_000;const pattern=/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}']/g;function words(text,mentions){const marks=mentions.map((m)=>({from:m.offset,to:m.offset+m.length,name:m.name}));for(const found of text.matchAll(pattern)){marks.push({from:found.index,to:found.index+found[0].length,url:found[0]});}
marks.sort((a,b)=>a.from-b.from);const parts=[];let place=0;for(const mark of marks){if(mark.from<place)continue;parts.push(text.slice(place,mark.from));parts.push(mark.url
?h("a",{href:mark.url,target:"_blank",rel:"noreferrer noopener"},mark.url)
:h("span.mention",{},`@${mark.name}`));place=mark.to;}
parts.push(text.slice(place));return parts;}
function textBlock(text,mentions){const block=h("div.text",{dir:"auto"},words(text,mentions));const isLong=text.length>4_000||text.split("\n",61).length>60;if(!isLong)return block;block.classList.add("long");const more=h("button.more",{type:"button",onclick:()=>{block.classList.toggle("open");more.textContent=block.classList.contains("open")?"Show less":"Show all";}},"Show all");return[block,more];}
const names={image:"Photo",audio:"Audio",file:"File"};function attachment(item){const details=[item.name,item.bytes&&bytes(item.bytes),item.seconds&&length(item.seconds)]
.filter(Boolean).join(" · ");if(item.kind==="audio"){const values=item.waveform??[];const bars=svg("svg",{class:"wave",viewBox:"0 0 96 24","aria-hidden":"true"});for(let n=0;n<32;n+=1){const value=values.length?values[Math.floor((n*values.length)/32)]/255:0.35;bars.append(svg("rect",{x:n*3,y:12-2-value*9,width:2,height:4+value*18,rx:1}));}
return h("div.media.audio",{},icon("audio"),bars,h("span",{},details||"Audio"));}
const box=h(`div.media.${item.kind}`,{},icon(item.kind),h("span.media-name",{dir:"auto"},item.name??names[item.kind]),h("span.media-detail",{},[names[item.kind],item.bytes&&bytes(item.bytes),item.width&&`${item.width} × ${item.height}`].filter(Boolean).join(" · ")));if(item.kind==="image"&&item.width&&item.height){const ratio=Math.max(0.6,Math.min(2.4,item.width/item.height));box.style.aspectRatio=String(ratio);}
return box;}
const length=(seconds)=>`${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`;function status(item){const said={sent:"Sent",delivered:"Delivered",read:"Read"}[item.status];const label=item.of>1&&item.readCount!==undefined?`${said}, read by ${item.readCount} of ${item.of}`:said;const drawing=icon(item.status==="sent"?"sent":"delivered",label);return h(`span.status.${item.status}`,{title:label},drawing);}
function bubble(item,context){const gone=item.erased?"This message was erased":item.deleted?"This message was deleted":undefined;const isMine=item.sender===context.person;const content=gone
?h("div.gone",{},gone)
:[item.forwardedFrom&&h("div.forwarded",{},"Forwarded"),item.replyTo&&h("button.quote",{type:"button",onclick:()=>context.show(item.replyTo.message)},h("span.quote-name",{dir:"auto"},item.replyTo.senderName??"Message"),h("span.quote-text",{dir:"auto"},item.replyTo.erased?"Erased":item.replyTo.deleted?"Deleted":item.replyTo.preview??"Not visible to you")),item.priority?.isPriority&&h("div.priority",{},icon("bolt"),item.priority.reason??"Important"),item.attachments?.map(attachment),item.location&&h("div.media.place",{},icon("location"),h("span.media-name",{dir:"auto"},item.location.name??"Location"),h("span.media-detail",{dir:"auto"},item.location.address??`${item.location.latitude.toFixed(4)}, ${item.location.longitude.toFixed(4)}`)),item.text&&textBlock(item.text,item.mentions??[]),item.linkPreview&&h("div.preview",{},h("b",{dir:"auto"},item.linkPreview.title??item.linkPreview.url),item.linkPreview.description&&h("span",{dir:"auto"},item.linkPreview.description)),];return h("div.bubble",{},!isMine&&context.showsNames&&h("span.sender",{dir:"auto"},item.senderName??"The operator"),content,h("span.meta",{},item.broadcast&&"Broadcast · ",item.payment&&"Payment · ",item.edited>0&&!gone&&h("span",{title:item.editedAt&&moment(item.editedAt)},"edited · "),h("time",{datetime:new Date(item.sentAt).toISOString(),title:moment(item.sentAt)},clock(item.sentAt)),item.status&&!gone&&status(item)));}
const above=(item,before,context)=>[(!before||dayKey(before.sentAt)!==dayKey(item.sentAt))&&h("div.day",{},h("span",{},day(item.sentAt))),item.message===context.firstUnread&&h("div.unread-line",{},h("span",{},"New messages")),];export function row(item,before,context){if(item.system){return h("article.row.system",{tabindex:-1,"aria-label":item.system.text},above(item,before,context),h("p",{},h("span",{dir:"auto"},item.system.text)));}
const isMine=item.sender===context.person;const follows=before&&!before.system&&before.sender===item.sender
&&item.sentAt-before.sentAt<together&&dayKey(before.sentAt)===dayKey(item.sentAt)
&&item.message!==context.firstUnread;const name=isMine?"You":item.senderName??"The operator";const words=item.deleted?"deleted":item.erased?"erased":item.text?.slice(0,200)??item.kind;const element=h(`article.row${isMine ? ".mine" : ""}${follows ? ".follows" : ""}`,{tabindex:-1,"aria-label":`${name}, ${clock(item.sentAt)}: ${words}`,"data-message":item.message},above(item,before,context),h("div.line",{},!isMine&&(follows?h("span.no-avatar"):avatar(item.sender,item.senderName)),h("div.stack",{},bubble(item,{...context,showsNames:context.showsNames&&!follows}),item.reactions?.length>0&&h("div.reactions",{},item.reactions.map((group)=>
h(`button.reaction${group.mine ? ".mine" : ""}`,{type:"button","aria-pressed":String(group.mine),disabled:!context.mayReact,"aria-label":`${group.reaction}, ${group.count}`,onclick:()=>context.react(item,group.reaction,group.mine),},face(group.reaction),group.count>1&&h("span",{},String(group.count))))),context.note?.(item))));return element;}
export function pending(entry,retry){return h("article.row.mine.pending",{tabindex:-1,"aria-label":`You, ${entry.error ? "not sent" : "sending"}: ${entry.text}`},h("div.line",{},h("div.stack",{},h("div.bubble",{},h("div.text",{dir:"auto"},entry.text),h("span.meta",{},entry.error?"Not sent":"Sending…")),entry.error&&h("p.failure",{role:"alert"},entry.error," ",h("button.link",{type:"button",onclick:()=>retry(entry)},"Send again")))));}
export function skeleton(){return h("div.row.skeleton",{role:"presentation"},h("div.line",{},h("span.no-avatar"),h("div.stack",{},h("div.ghost"))));}

"""#
),
ConsoleFile(
    path: "/console/operator.js",
    type: "text/javascript; charset=utf-8",
    tag: #""63d1e6ec834dda217b2a9c3b45022881""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ask,askReason,bytes,count,fill,h,icon,moment,number,short,svg,toast}from "./dom.js";import{source}from "./log.js";import{sentence}from "./session.js";const card=(title,...children)=>h("section.panel",{},h("h2",{},title),children);const dateHint="2026-01-31";export class OperatorScreen{#timer;#rates=[];#before;constructor(session,go){this.session=session;this.go=go;this.tiles=h("div.tiles");this.cards=h("div.cards");this.element=h("div.operator",{},h("header",{},h("h1",{},"Operator"),(this.about=h("p.mono"))),this.tiles,this.cards);this.#timer=setInterval(()=>this.#measure().catch(()=>{}),2_000);}
end(){clearInterval(this.#timer);}
async show(){await this.#measure();await this.#list();}
async #measure(){if(document.hidden)return;const gauges=await this.session.operate("gauges");const now=performance.now();if(this.#before){const seconds=(now-this.#before.at)/1_000;this.#rates.push((gauges.appended-this.#before.appended)/seconds);if(this.#rates.length>60)this.#rates.shift();}
this.#before={at:now,appended:gauges.appended};const tile=(label,value,plot)=>h("div.tile",{},h("span",{},label),h("b",{},value),plot);fill(this.tiles,tile("Events",number(gauges.position),line(this.#rates)),tile("Commit",latency(gauges.commitLatency),bars(gauges.commitLatency)),tile("Send",latency(gauges.sends.latency),bars(gauges.sends.latency)),tile("Sends",`${number(gauges.sends.done)} done`,h("small",{},`${number(gauges.sends.refused)} refused, ${number(gauges.sends.failed)} failed`)),tile("Followers",number(gauges.followers),h("small",{},`${number(gauges.waiting)} commands wait`)),tile("Files",bytes(Object.values(gauges.files).reduce((a,b)=>a+b,0)),h("small",{},Object.entries(gauges.files).map(([name,size])=>`${name} ${bytes(size)}`).join(", "))));}
async #list(){const[state,views,owed,exports]=await Promise.all([this.session.operate("state"),this.session.operate("views"),this.session.operate("mediaOwed",{limit:1}).catch(()=>({items:[]})),this.session.operate("exports",{limit:20}).catch(()=>({items:[]})),]);this.state=state;this.about.textContent=`${state.log} · epoch ${state.epoch}`;fill(this.cards,this.#erase(),this.#holds(state),this.#retention(state),this.#pending(state),this.#reports(state),card("Media owed",h("p",{},owed.items.length?`${count(state.mediaOwed?.count ?? owed.items.length, "address", "addresses")} of media that nothing names any more, since ${moment(state.mediaOwed?.oldest ?? owed.items[0].at)}.`:"Nothing is owed."),owed.items.length>0&&source("mediaOwed",{limit:100})),card("Exports",exports.items.length
?h("ul.plain",{},exports.items.map((item)=>h("li",{},`${item.scope ?? item.what ?? "export"} up to ${number(item.upTo ?? item.position)}`,h("time",{},` ${moment(item.at)}`))))
:h("p",{},"No words have left the store."),source("exports",{})),card("Views",h("table",{},h("thead",{},h("tr",{},["View","Rows","Bytes","Behind"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},views.items.map((view)=>h("tr",{},h("th",{scope:"row"},view.name),h("td",{},number(view.rows)),h("td",{},bytes(view.bytes)),h("td",{},number(state.size-view.position))))))),source("state",{}));}
async #do(name,fields,done){try{const result=await this.session.command(name,fields);toast(done(result));await this.#list();return result;}catch(error){toast(sentence(error),"bad");return undefined;}
}
#erase(){const result=h("div",{role:"status"});const form=h("form",{onsubmit:async(event)=>{event.preventDefault();const values=Object.fromEntries(new FormData(event.target));const fields={[values.what]:values.id.trim(),basis:values.basis.trim(),reason:values.reason.trim()};try{const plan=await this.session.command("erase",{...fields,dryRun:true});if(!plan.erased&&!plan.deferredCount)return void fill(result,h("p",{},"There is nothing to erase."));const isSure=await ask({title:`Erase ${count(plan.erased, "content")}?`,action:`Erase ${number(plan.erased)}`,danger:true,text:h("div",{},h("p",{},`${count(plan.erased, "content")} will be destroyed, here and in every backup that has only the log. This cannot be undone.`),plan.deferredCount>0&&h("p",{},`${count(plan.deferredCount, "content")} must wait: ${[...new Set(plan.deferred.map((one) => one.why))].join(", ")}.`),plan.forwardsCount>0&&h("p",{},`${count(plan.forwardsCount, "forwarded copy", "forwarded copies")} will stay.`)),});if(!isSure)return;const done=await this.#do("erase",fields,(r)=>`${count(r.erased, "content")} erased.`);if(done){const position=done.erasedList?.[0];this.receipt=h("div.receipt",{},h("p",{},`Erased: ${number(done.erased)}; waiting: ${number(done.deferredCount)}; still running: ${number(done.pending)}. Request at `,h("a",{href:`#log?at=${done.request}`},number(done.request)),"."),position&&h("p.mono",{},`scrollback prove STORE --erasure ${position}`));this.cards.firstChild.append(this.receipt);}
}catch(error){fill(result,h("p.problem",{},sentence(error)));}
}},h("label.field",{},h("span",{},"What"),h("select",{name:"what"},["message","user","conversation"].map((value)=>h("option",{value},value)))),h("label.field",{},h("span",{},"Id"),h("input",{name:"id",required:true,autocomplete:"off"})),h("label.field",{},h("span",{},"Basis"),h("input",{name:"basis",required:true,placeholder:"request of the sender"})),h("label.field",{},h("span",{},"Reason"),h("input",{name:"reason",required:true})),h("button.secondary",{},"See what would go"),result);return card("Erase",h("p",{},"First it is counted; nothing goes without another yes."),form);}
#holds(state){const place=async()=>{const values=await ask({title:"Place a hold",action:"Place",fields:[{name:"matter",label:"Matter",required:true},{name:"conversation",label:"Id of a conversation"},{name:"user",label:"Or of a person"},{name:"from",label:"From",hint:dateHint,type:"date"},{name:"until",label:"Until",type:"date"}]});if(!values)return;const time=(text)=>(text?new Date(text).getTime():undefined);const fields={matter:values.matter,conversation:values.conversation||undefined,user:values.user||undefined,from:time(values.from),until:time(values.until)};await this.#do("placeHold",fields,()=>"The hold is placed.");};return card("Holds",state.holds.length
?h("ul.rows-list",{},state.holds.map((hold)=>h("li",{},h("div",{},h("b",{dir:"auto"},hold.matter??short(hold.hold)),h("small",{},[hold.conversation&&`conversation ${short(hold.conversation)}`,hold.user&&`person ${short(hold.user)}`,hold.from&&`from ${moment(hold.from)}`,hold.until&&`until ${moment(hold.until)}`].filter(Boolean).join(", ")||"everything")),h("button.secondary",{type:"button",onclick:async()=>{if(await ask({title:"Release the hold?",text:"Erasures that wait for it go on at once, and cannot be undone.",action:"Release",danger:true})){await this.#do("releaseHold",{hold:hold.hold},()=>"The hold is released.");}
}},"Release"))))
:h("p",{},"Nothing is held."),h("button.secondary",{type:"button",onclick:place},"Place a hold"));}
#retention(state){const rules=state.configuration.retention??[];const run=async()=>{try{const plan=await this.session.command("runRetention",{dryRun:true});const isSure=await ask({title:plan.erased?`Erase ${count(plan.erased, "content")}?`:"Nothing is old enough",text:h("div",{},h("p",{},`${count(plan.erased, "content")} are older than they may be. ${count(plan.deferredCount, "content")} must wait. ${count(plan.upcomingCount ?? 0, "content")} will follow in the next 30 days.`)),action:plan.erased?`Erase ${number(plan.erased)}`:"Close",danger:plan.erased>0});if(isSure&&plan.erased)await this.#do("runRetention",{},(r)=>`${count(r.erased, "content")} erased.`);}catch(error){toast(sentence(error),"bad");}
};const days=(value)=>(value===undefined?"–":count(value,"day"));return card("Retention",h("table",{},h("thead",{},h("tr",{},["Kind","At least","At most"].map((name)=>h("th",{scope:"col"},name)))),h("tbody",{},rules.map((rule)=>h("tr",{},h("th",{scope:"row"},rule.kind),h("td",{},days(rule.minimum)),h("td",{},days(rule.maximum)))))),h("button.secondary",{type:"button",onclick:run},"Try what would go"));}
#pending(state){const waits=[...(state.erasing??[]),...(state.pendingErasures??[])];return card("Erasures that wait",waits.length
?h("ul.rows-list",{},waits.slice(0,50).map((one)=>h("li",{},h("div",{},h("a",{href:`#log?at=${one.position ?? one.request}`},`Request ${number(one.position ?? one.request ?? 0)}`),h("small",{},Object.entries(one).filter(([,value])=>typeof value!=="object").map(([name,value])=>`${name} ${value}`).join(", "))))))
:h("p",{},"None."));}
#reports(state){const place=h("div");const moderator=state.moderators[0]?.user??state.moderators[0];const reveal=async()=>{if(!(await askReason(this.session)))return;try{const{items}=await this.session.reader(moderator).ask("reports",{limit:50});fill(place,items.length?h("ul.rows-list",{},items.map((item)=>h("li",{},h("div",{},h("b",{dir:"auto"},`${item.reason}, by ${item.reporterName}`),h("small",{dir:"auto"},[item.details,item.preview,item.status,moment(item.at)].filter(Boolean).join(" · ")))))):h("p",{},"No reports."));}catch(error){fill(place,h("p.problem",{},sentence(error)));}
};return card("Reports",moderator
?[place,h("button.secondary",{type:"button",onclick:reveal},icon("eye")," Show the reports")]
:h("p",{},"There is no moderator; appoint one to see reports."));}
}
function latency({bounds,counts}){const all=counts.reduce((a,b)=>a+b,0);if(!all)return "–";const at=(share)=>{let sum=0;for(let n=0;n<counts.length;n+=1){sum+=counts[n];if(sum>=all*share)return bounds[n]??bounds.at(-1);}
return bounds.at(-1);};const words=(us)=>(us<1_000?`${us} µs`:us<1_000_000?`${us / 1_000} ms`:`${us / 1e6} s`);return `≤ ${words(at(0.5))}, 99 % ≤ ${words(at(0.99))}`;}
function bars({counts}){const most=Math.max(...counts,1);return svg("svg",{viewBox:`0 0 ${counts.length * 8} 28`,class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},...counts.map((value,n)=>svg("rect",{x:n*8,y:28-(value?3+(value/most)*25:1),width:6,height:28,rx:1})));}
function line(values){const most=Math.max(...values,1);const points=values.map((value,n)=>`${(n / 59) * 120},${26 - (value / most) * 23}`).join(" ");return svg("svg",{viewBox:"0 0 120 28",class:"plot","aria-hidden":"true",preserveAspectRatio:"none"},svg("polyline",{points:points||"0,26 120,26"}));}

"""#
),
ConsoleFile(
    path: "/console/past.js",
    type: "text/javascript; charset=utf-8",
    tag: #""5fc5509302294b6af03bbf88ca01c403""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Chat,choosePerson}from "./chat.js";import{fill,h,icon,later,moment,number}from "./dom.js";import{because}from "./log.js";import{sentence}from "./session.js";export class PastScreen{#panes=[];constructor(session,go){this.session=session;this.go=go;this.element=h("div.screen");}
end(){for(const pane of this.#panes)pane.chat.end();}
#wanted;#busy;show(parameters){this.#wanted=parameters;this.#busy??=(async()=>{while(this.#wanted){const next=this.#wanted;this.#wanted=undefined;await this.#show(next);}
})().finally(()=>{this.#busy=undefined;});return this.#busy;}
async #show(parameters){this.parameters=parameters;const person=this.session.me??parameters.as;if(!person)return fill(this.element,await choosePerson(this.session,this.go));const wanted=parameters.to===undefined?[parameters.at]:[parameters.at,parameters.to];if(this.person!==person||this.#panes.length!==wanted.length){this.person=person;try{await this.#frame(wanted.length);}catch(error){return void fill(this.element,h("div.nothing",{},icon("warn"),h("p",{},sentence(error))));}
}
await Promise.all(this.#panes.map((pane,n)=>this.#move(pane,wanted[n])));const{c,n,m}=parameters;const shown=this.#panes.map((pane)=>pane.chat.show({c,n,m}));if(this.#panes.length===2)this.#compare();await Promise.all(shown);}
async #frame(count){this.end();if(this.session.kind==="operator"){const state=await this.session.operate("state");this.span={first:1,last:state.size,isTime:false};}else{const{items}=await this.session.reader(this.person).ask("conversations",{filter:"all",limit:500});const now=Date.now();const oldest=Math.min(now-86_400_000,...items.map((row)=>row.lastActivityAt-30*86_400_000));this.span={first:oldest,last:now,isTime:true};}
this.#panes=Array.from({length:count},(_,n)=>this.#pane(n));const compare=h("button.secondary",{type:"button",onclick:()=>this.go({to:count===2?undefined:String(this.span.last)})},count===2?"One moment":"Compare two moments");fill(this.element,h("div.past",{},h("header.past-head",{},h("div.sliders",{},this.#panes.map((pane)=>pane.control)),compare),h(`div.moments.n${count}`,{},this.#panes.map((pane)=>pane.place)),h("p.visually-hidden",{role:"status"})));}
#pane(n){const key=n===0?"at":"to";const label=h("output");const input=h("input",{type:"range",min:this.span.first,max:this.span.last,step:this.span.isTime?1_000:1,"aria-label":n===0?"Moment":"Second moment",oninput:()=>{this.#tell(pane,Number(input.value));settle();},});const settle=later(120,()=>this.go({[key]:input.value},true));const follow=later(130,()=>this.show({...this.parameters,[key]:input.value}));input.addEventListener("input",follow);const pane={input,label,place:h("div.moment")};pane.control=h("label.slider",{},label,input);return pane;}
#tell(pane,value){const words=this.span.isTime?moment(value):`Position ${number(value)}`;pane.label.textContent=words;pane.input.setAttribute("aria-valuetext",words);}
async #move(pane,at){const value=at===undefined?this.span.last:Math.max(this.span.first,Math.min(Number(at),this.span.last));if(pane.value===value&&pane.chat)return;pane.value=value;pane.input.value=value;this.#tell(pane,value);const asOf=this.span.isTime?new Date(value).toISOString():value;const reader=this.session.reader(this.person,asOf);const chat=new Chat(reader,{title:"As it was",go:(changes,replaces)=>this.go({...changes},replaces),note:this.session.kind==="operator"?(item)=>this.#why(item):undefined,});try{await chat.load();if(this.session.kind==="operator")await this.#time(pane,value);}catch(error){const words=error.code==="permissionDenied"?"This server does not show the past to its users.":error.code==="notFound"?"The log begins later.":sentence(error);fill(pane.place,h("div.nothing",{},icon("past"),h("p",{},words)));pane.chat?.end();pane.chat=chat;return;}
pane.chat?.end();pane.chat=chat;fill(pane.place,chat.element);}
async #time(pane,value){const{items}=await this.session.operate("events",{from:value,until:value,limit:1});if(pane.value===value&&items[0])pane.label.textContent=`Position ${number(value)} · ${moment(items[0].at)}`;}
#why(item){const place=h("div");return h("details.why",{ontoggle:async(event)=>{if(!event.target.open||place.firstChild||item.system)return;try{fill(place,because(await this.session.operate("explain",{message:item.message,user:this.person})));}catch(error){fill(place,h("p",{},sentence(error)));}
}},h("summary",{},"Why visible?"),place);}
#compare(){const[a,b]=this.#panes.map((pane)=>pane.chat.list.rows);for(const[pane,other]of[[this.#panes[0],b],[this.#panes[1],a]]){const mine=pane.chat.list.rows;for(const button of pane.chat.list.items.querySelectorAll("[data-conversation]")){const id=button.dataset.conversation;const[one,two]=[mine.get(id),other.get(id)];const differs=!two?"only here"
:one.unread!==two.unread||one.title!==two.title||one.last?.preview!==two.last?.preview||one.membership!==two.membership?"differs":undefined;button.classList.toggle("differs",differs!==undefined);button.querySelector(".difference")?.remove();if(differs)button.querySelector(".conversation-top time").before(h("span.difference",{},differs));}
}
}
}

"""#
),
ConsoleFile(
    path: "/console/proof.js",
    type: "text/javascript; charset=utf-8",
    tag: #""6ae7aebcdc3057ea11c5b952aeac1235""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill,h,icon,number}from "./dom.js";import{base,sentence}from "./session.js";import{card,Desk}from "./verdict.js";import{against,check,Fault,readCheckpoint}from "./verify.js";const encoder=new TextEncoder();export class ProofScreen{constructor(session,go){this.session=session;this.go=go;this.desk=new Desk({store:localStorage,changed:()=>this.#visit()});this.server=h("section.panel");this.element=h("div.proof",{},h("header",{},h("h1",{},"Proof"),h("p",{},"Everything here is computed by this page. But the page came from the server that it checks: ",h("b",{},"scrollback check")," and ",h("a",{href:`${base}console/check.html`,download:"scrollback-check.html"},"a copy of the checker that you keep")," do not.")),h("div.desk",{},this.desk.keyBox,this.desk.pinBox,this.desk.drop,session.kind==="operator"&&this.server),this.desk.results);}
async show({event}){if(!this.isBegun){this.isBegun=true;await this.desk.begin();await this.#visit();}
if(event&&event!==this.event){this.event=event;await this.#prove({event:Number(event)},`event ${event}`);}
}
async #visit(){if(this.session.kind!=="operator")return;let found;try{found=await this.session.operate("checkpoint");}catch(error){return void fill(this.server,h("p",{},sentence(error)));}
this.found=found;const form=h("form",{onsubmit:(event)=>{event.preventDefault();this.go({event:new FormData(event.target).get("position")});}},h("label.field",{},h("span",{},"Position of an event"),h("input",{name:"position",type:"number",min:1,max:found.size,required:true,value:this.event??""})),h("button.secondary",{disabled:!found.checkpoint},"Prove it"));fill(this.server,h("h2",{},"The server"),h("p",{},`${number(found.size)} events; `,found.checkpoint?`a signed checkpoint of ${number(found.kept)}.`:"no signed checkpoint yet. Sign one with scrollback checkpoint."),found.checkpoint&&h("div.buttons",{},h("button.secondary",{type:"button",onclick:()=>this.desk.show(encoder.encode(found.checkpoint),"the server's checkpoint")},"Check the checkpoint"),h("button.secondary",{type:"button",onclick:()=>this.desk.keep(found.checkpoint).catch((error)=>this.#say(error))},"Keep it")),form);this.desk.status=await this.#compare(found).catch((error)=>h("p.problem",{},sentence(error)));this.desk.drawPin();}
#say(error){this.desk.results.prepend(card("bad","the server's checkpoint",[h("p",{},error.message)]));}
async #compare(found){const{pin,key}=this.desk;if(!pin)return undefined;const mark=(kind,text)=>h(`p.mark.${kind}`,{"data-mark":kind},icon(kind==="good"?"sent":"warn"),text);if(!found.checkpoint)return mark("amber","The server shows no checkpoint.");const theirs=await readCheckpoint(found.checkpoint.slice(0,-1).split("\n\n"),key);const good=key?"good":"amber";switch(against(pin,theirs)){case "same":return mark(good,key?"The server shows the same log.":"The server shows the same log; signer unknown.");case "forked":return mark("bad","The server shows another history of the same size.");case "other":return mark("bad","The server shows another log.");case "restored":return this.#restored(mark);case "older":return mark("bad",`The server shows a checkpoint of ${number(theirs.size)} events, which is older than yours.`);}
const proof=await this.session.operate("prove",{from:pin.size,to:theirs.size}).catch(()=>undefined);if(!proof)return mark("amber","The server keeps no checkpoint of this size, so nothing joins the two.");try{const result=await check(encoder.encode(proof.proof),key);if(result.older.size!==pin.size||against(pin,result.older)!=="same")throw new Fault("The proof is about another checkpoint.");return mark(good,`Nothing of it has changed; the log has grown to ${number(result.checkpoint.size)}.`);}catch(error){return mark("bad",error.message);}
}
async #restored(mark){const{pin}=this.desk;const epoch=pin.origin.split("/")[2];const fork=await this.session.operate("events",{from:pin.size,limit:1,epoch}).then(()=>undefined,(error)=>error.fork);if(fork===undefined)return mark("amber","The log was restored from a backup; all events that you know are there. Keep a new checkpoint.");const place=Number(String(fork).split(":").at(-1));return mark("bad",`Restored at ${number(place)}, ${number(pin.size - place)} events lost. Keep a new checkpoint when you know why.`);}
async #prove(fields,name){try{const{proof}=await this.session.operate("prove",fields);await this.desk.show(encoder.encode(proof),name);}catch(error){fill(this.desk.results,card("bad",name,[h("p",{},sentence(error))]));}
}
}

"""#
),
ConsoleFile(
    path: "/console/rows.js",
    type: "text/javascript; charset=utf-8",
    tag: #""4627f47a74ab5a45cdd6aa96e06d1dc8""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
class Heights{count=0;#own=new Float64Array(1024);#tree=new Float64Array(1025);of(index){return this.#own[index];}
set(index,height){const change=height-this.#own[index];if(change===0)return;this.#own[index]=height;for(let i=index+1;i<this.#tree.length;i+=i&-i)this.#tree[i]+=change;}
grow(count,height){if(count>this.#own.length){const size=2**Math.ceil(Math.log2(count));const own=new Float64Array(size);own.set(this.#own);own.fill(height,this.count,count);this.#own=own;this.#tree=new Float64Array(size+1);for(let i=1;i<=size;i+=1){this.#tree[i]+=own[i-1];const above=i+(i&-i);if(above<=size)this.#tree[above]+=this.#tree[i];}
}else{for(let i=this.count;i<count;i+=1)this.set(i,height);}
this.count=count;}
sum(index){let sum=0;for(let i=index;i>0;i-=i&-i)sum+=this.#tree[i];return sum;}
find(y){let index=0;for(let step=(this.#tree.length-1)>>0;step>0;step>>=1){const next=index+step;if(next<this.#tree.length&&this.#tree[next]<=y){index=next;y-=this.#tree[next];}
}
return Math.min(index,Math.max(0,this.count-1));}
}
const chunk=100;const tallest=12_000_000;const overscan=700;const mostRows=200;const mostChunks=60;const guess=76;export class Rows{count=0;#heights=new Heights();#items=new Map();#holes=new Set();#stale=new Set();#chunks=new Map();#asked=new Set();#wanted=[];#nodes=new Map();#origin=0;#anchor={index:0,offset:0};#atEnd=true;#frame;#width=0;#resize;constructor(scroller,{load,render,skeleton,seen}){this.scroller=scroller;this.load=load;this.render=render;this.skeleton=skeleton;this.seen=seen;this.canvas=document.createElement("div");this.canvas.className="canvas";this.block=document.createElement("div");this.block.className="rows";this.block.setAttribute("role","feed");this.block.setAttribute("aria-label","Messages");this.canvas.append(this.block);scroller.replaceChildren(this.canvas);scroller.addEventListener("scroll",this.#onScroll,{passive:true});this.#resize=new ResizeObserver(()=>{const isOther=this.#width!==scroller.clientWidth;this.#width=scroller.clientWidth;this.#draw(isOther);});this.#resize.observe(scroller);}
end(){this.#resize.disconnect();cancelAnimationFrame(this.#frame);this.scroller.removeEventListener("scroll",this.#onScroll);this.load=undefined;}
get atEnd(){return this.#atEnd;}
item(ordinal){return this.#items.get(ordinal);}
find(message){for(const item of this.#items.values())if(item.message===message)return item;return undefined;}
grow(count){if(count<=this.count)return;this.count=count;this.#heights.grow(count,guess);this.#schedule();}
take({items,first,last}){this.grow(last);for(const item of items){this.#holes.delete(item.ordinal);this.#stale.delete(item.ordinal);this.#items.set(item.ordinal,item);}
for(let ordinal=first;ordinal<=last;ordinal+=1){if(this.#stale.delete(ordinal))this.#items.delete(ordinal);if(this.#items.has(ordinal))continue;this.#holes.add(ordinal);this.#heights.set(ordinal-1,0);}
const now=performance.now();for(let n=Math.floor((first-1)/chunk);n<=Math.floor((last-1)/chunk);n+=1){if(this.#missing(n)===undefined)this.#chunks.set(n,now);}
this.#schedule();}
#missing(n){const last=Math.min((n+1)*chunk,this.count);for(let ordinal=n*chunk+1;ordinal<=last;ordinal+=1){if(this.#stale.has(ordinal)||(!this.#items.has(ordinal)&&!this.#holes.has(ordinal)))return ordinal;}
return undefined;}
put(item){if(item.ordinal>this.count){if(item.ordinal>this.count+1)this.#chunks.delete(Math.floor(this.count/chunk));this.grow(item.ordinal);}else if(!this.#items.has(item.ordinal)&&!this.#holes.has(item.ordinal)){return;}
this.#holes.delete(item.ordinal);this.#stale.delete(item.ordinal);this.#items.set(item.ordinal,item);this.#schedule();}
change(ordinal,fields){const item=this.#items.get(ordinal);if(item)this.put({...item,...fields});}
refresh(){for(const node of this.#nodes.values())node.item=undefined;this.#schedule();}
reload(){this.#asked.clear();this.#chunks.clear();for(const ordinal of this.#items.keys()){if(!this.#nodes.has(ordinal-1))this.#items.delete(ordinal);}
this.#holes.clear();this.#stale=new Set(this.#items.keys());this.#schedule();}
jump(ordinal,offset=0){const index=Math.max(0,Math.min(ordinal,this.count)-1);this.#atEnd=false;this.#anchor={index,offset:-offset};this.#draw(false,true);}
jumpToEnd(){this.#atEnd=true;this.#draw(false,true);}
element(ordinal){return this.#nodes.get(ordinal-1)?.element;}
neighbour(ordinal,step){for(let next=ordinal+step;next>=1&&next<=this.count;next+=step){if(!this.#holes.has(next))return next;}
return undefined;}
#onScroll=()=>{this.#follow();this.#schedule();};#follow(){const{scrollTop,clientHeight,scrollHeight}=this.scroller;if(Math.abs(scrollTop-this.#placed)<1)return;this.#placed=scrollTop;const top=scrollTop+this.#origin;const index=this.#heights.find(top);this.#anchor={index,offset:top-this.#heights.sum(index)};this.#atEnd=scrollTop+clientHeight>=scrollHeight-4&&this.#isLastPart();}
#placed=0;#isLastPart(){return this.#origin+tallest>=this.#heights.sum(this.count)-1;}
#schedule(){this.#frame??=requestAnimationFrame(()=>this.#draw());}
#draw(isOtherWidth=false,mayMoveOrigin=false){cancelAnimationFrame(this.#frame);this.#frame=undefined;if(!this.load||this.scroller.clientHeight===0)return;if(!mayMoveOrigin)this.#follow();for(let round=0;round<4;round+=1){this.#place(mayMoveOrigin);if(!this.#fillWindow(isOtherWidth&&round===0))break;}
this.#place(mayMoveOrigin);this.#want();const from=this.#heights.find(this.scroller.scrollTop+this.#origin)+1;const to=this.#heights.find(this.scroller.scrollTop+this.#origin+this.scroller.clientHeight-1)+1;this.seen?.(from,to,this.#atEnd);}
#place(mayMoveOrigin){const total=this.#heights.sum(this.count);const view=this.scroller.clientHeight;const height=Math.min(total,tallest);let top=this.#atEnd
?total-view
:this.#heights.sum(this.#anchor.index)+this.#anchor.offset;top=Math.max(0,Math.min(top,total-view));const room=total-height;const local=top-this.#origin;const isNearEdge=
(local<tallest/8&&this.#origin>0)||(local>(tallest*7)/8&&this.#origin<room);if(room===0)this.#origin=0;else if(mayMoveOrigin||isNearEdge||this.#origin>room){this.#origin=Math.max(0,Math.min(Math.round(top-height/2),room));}
this.canvas.style.height=`${Math.max(height, view)}px`;this.#lift=Math.max(0,view-total);this.block.style.transform=`translateY(${this.#heights.sum(this.#first) - this.#origin + this.#lift}px)`;const wanted=top-this.#origin;if(Math.abs(this.scroller.scrollTop-wanted)>=1)this.scroller.scrollTop=wanted;this.#placed=this.scroller.scrollTop;}
#lift=0;#first=0;#fillWindow(measuresAll){const top=this.scroller.scrollTop+this.#origin;let first=this.#heights.find(Math.max(0,top-overscan));const last=Math.min(this.count-1,this.#heights.find(top+this.scroller.clientHeight+overscan));const drawn=[];for(let index=first;index<=last&&drawn.length<mostRows;index+=1){if(!this.#holes.has(index+1))drawn.push(index);}
this.#first=drawn[0]??0;const wanted=new Set(drawn);const focused=this.block.contains(document.activeElement)?document.activeElement:undefined;for(const[index,node]of this.#nodes){if(wanted.has(index))continue;if(focused&&node.element.contains(focused))this.scroller.focus({preventScroll:true});node.element.remove();this.#nodes.delete(index);}
const fresh=[];let next=this.block.firstChild;for(const index of drawn){const item=this.#items.get(index+1);const before=item&&this.#before(index+1);let node=this.#nodes.get(index);if(!node||node.item!==item||node.before!==before||(!item&&!node.isSkeleton)){const element=item?this.render(item,before):this.skeleton();if(!item)element.style.height=`${this.#heights.of(index) || guess}px`;else{element.setAttribute("aria-posinset",index+1);element.setAttribute("aria-setsize",this.count);element.dataset.ordinal=index+1;}
const hadFocus=focused&&node?.element===focused;if(node){if(next===node.element)next=next.nextSibling;node.element.remove();}
node={element,item,before,isSkeleton:!item};this.#nodes.set(index,node);fresh.push(index);this.block.insertBefore(element,next);if(hadFocus)element.focus({preventScroll:true});}else if(node.element===next){next=next.nextSibling;continue;}else{this.block.insertBefore(node.element,next);}
}
let hasChanged=false;for(const index of measuresAll?drawn:fresh){const{element,item}=this.#nodes.get(index);if(!item)continue;const height=element.getBoundingClientRect().height;if(Math.abs(height-this.#heights.of(index))<0.01)continue;if(index===this.#anchor.index&&this.#anchor.offset>height){this.#anchor.offset=(this.#anchor.offset/this.#heights.of(index))*height;}
this.#heights.set(index,height);hasChanged=true;}
this.block.setAttribute("aria-busy",String(drawn.some((index)=>!this.#items.has(index+1))));return hasChanged;}
#before(ordinal){let before=ordinal-1;while(this.#holes.has(before))before-=1;return before===0?null:this.#items.get(before);}
#want(){const view=this.scroller.clientHeight;const top=this.scroller.scrollTop+this.#origin;const at=(y)=>Math.floor(this.#heights.find(Math.max(0,y))/chunk);const wanted=[];for(let n=at(top);n<=at(top+view);n+=1)wanted.push(n);const[low,high]=[at(top-6*view)-1,at(top+7*view)+1];for(let n=wanted[0]-1;n>=low;n-=1)wanted.push(n);for(let n=at(top+view)+1;n<=high;n+=1)wanted.push(n);const most=Math.floor((this.count-1)/chunk);this.#wanted=wanted.filter((n)=>n>=0&&n<=most&&!this.#chunks.has(n)&&!this.#asked.has(n));for(const n of wanted)if(this.#chunks.has(n))this.#chunks.set(n,performance.now());this.#pump();}
#pump(){while(this.#asked.size<3&&this.#wanted.length&&this.load){const n=this.#wanted.shift();this.#asked.add(n);this.#loadChunk(n).then(()=>this.#asked.delete(n),()=>setTimeout(()=>this.#asked.delete(n),1_000),).finally(()=>this.load&&(this.#forget(),this.#schedule()));}
}
async #loadChunk(n){let next=Math.min(n*chunk+chunk/2,this.count);for(let tries=0;tries<chunk&&this.load;tries+=1){const page=await this.load(next);if(!this.load)return;this.take(page);next=this.#missing(n);if(next===undefined)return;}
}
#forget(){if(this.#chunks.size<=mostChunks)return;const oldest=[...this.#chunks].sort((a,b)=>a[1]-b[1]).slice(0,this.#chunks.size-mostChunks);for(const[n]of oldest){this.#chunks.delete(n);for(let ordinal=n*chunk+1;ordinal<=(n+1)*chunk;ordinal+=1){if(!this.#nodes.has(ordinal-1))this.#items.delete(ordinal);}
}
}
}

"""#
),
ConsoleFile(
    path: "/console/session.js",
    type: "text/javascript; charset=utf-8",
    tag: #""3d5468c4b2b6d1ba95430d2839458cc4""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{Client,ScrollbackError}from "./scrollback.js";export const base=new URL(".",document.baseURI).href;export function claims(token){const parts=token.split(".");if(parts.length!==3)return undefined;try{const bytes=Uint8Array.from(atob(parts[1].replace(/-/g,"+").replace(/_/g,"/")),(c)=>c.charCodeAt(0));const value=JSON.parse(new TextDecoder().decode(bytes));return typeof value?.sub==="string"?value:undefined;}catch{return undefined;}
}
export class Session extends EventTarget{kind;me;reason;state="connecting";#token;#channel=new BroadcastChannel("scrollback-console");#renewal;#last;#stop;#isLeading=false;#person;#restart;constructor(){super();this.#channel.onmessage=({data})=>this.#hear(data);addEventListener("online",()=>this.wake());document.addEventListener("visibilitychange",()=>{if(!document.hidden)this.wake();});}
async borrow(){const held=await navigator.locks?.query().catch(()=>undefined);if(held&&!held.held.some((lock)=>lock.name.startsWith("scrollback-tab")))return undefined;return new Promise((resolve)=>{this.addEventListener("lent",(event)=>resolve(event.detail),{once:true});setTimeout(resolve,400);this.#channel.postMessage({type:"hello"});});}
async signIn(token){const about=claims(token);if(this.me&&about?.sub.toLowerCase()!==this.me){throw new Error("This token is of another person. Sign out to change the person.");}
const client=new Client({url:base,token,attempts:2,fetch:this.#fetch});if(about){await client.ask("settings");this.kind="user";this.me=about.sub.toLowerCase();}else{this.kind=await client.ask("state",{as:"operator"}).then(()=>"operator",(error)=>{if(error.status===403)return "backend";throw error;},);}
this.#accept(token);this.#channel.postMessage({type:"token",token,kind:this.kind,me:this.me});navigator.locks?.request(`scrollback-tab-${Math.random()}`,()=>new Promise(()=>{}));}
#accept(token){this.#token=token;this.dispatchEvent(new Event("token"));}
signOut(){this.#channel.postMessage({type:"out"});this.#leave();}
#leave(){this.#token=undefined;location.reload();}
#fetch=async(url,options)=>{try{const response=await fetch(url,options);this.#reach("live",String(url).includes("/v1/changes"));return response;}catch(error){if(!options.signal?.aborted)this.#reach("lost",true);throw error;}
};#reach(state,counts){if(!counts||state===this.state)return;this.state=state;this.dispatchEvent(new Event("state"));if(this.#isLeading)this.#channel.postMessage({type:"state",state});}
#client(asUser){let given;return new Client({url:base,asUser,fetch:this.#fetch,timeout:30_000,token:async()=>{if(this.#token===undefined||given===this.#token)await this.#renew();given=this.#token;return given;},});}
#renew(){this.#renewal??=new Promise((resolve)=>{this.addEventListener("token",()=>{this.#renewal=undefined;resolve();},{once:true});this.dispatchEvent(new Event("expired"));});return this.#renewal;}
#clients=new Map();#clientOf(person){if(!this.#clients.has(person))this.#clients.set(person,this.#client(person));return this.#clients.get(person);}
reader(person,asOf){const client=this.#clientOf(this.kind==="user"?undefined:person);return{person,asOf,mayWrite:asOf===undefined&&this.kind!=="operator",ask:(name,fields={})=>
client.ask(name,asOf===undefined?fields:{...fields,asOf},this.#why()),do:(name,fields={},options)=>client.do(name,fields,options),};}
#why(){return this.kind==="operator"&&this.reason?{reason:this.reason}:{};}
operate(name,fields={},{words=false}={}){const options=words?this.#why():{};return this.#clientOf(undefined).ask(name,{...fields,as:"operator"},options);}
command(name,fields={}){return this.#clientOf(undefined).do(name,{...fields,as:"operator"});}
async metrics(){const response=await fetch(`${base}metrics`,{headers:{Authorization:`Bearer ${this.#token}`}});if(!response.ok)throw new ScrollbackError("permissionDenied","The server does not show its numbers.");return response.text();}
async follow(person){if(this.#person===person)return;this.#stop?.abort();this.#person=person;this.#last=undefined;const stop=(this.#stop=new AbortController());const lead=()=>this.#lead(person,stop.signal);if(!navigator.locks)return lead();this.#channel.postMessage({type:"where",person});const name=`scrollback-stream/${base}/${person}`;const isFirst=await navigator.locks.request(name,{ifAvailable:true},async(lock)=>{if(lock)await lead();return Boolean(lock);});if(isFirst||stop.signal.aborted)return;this.#say({event:"joined",data:{}});navigator.locks.request(name,{signal:stop.signal},lead).catch(()=>{});}
async #lead(person,signal){this.#isLeading=true;try{while(!signal.aborted){const round=new AbortController();this.#restart=()=>round.abort();const client=this.#clientOf(this.kind==="user"?undefined:person);try{const events=client.follow({since:this.#last,signal:AbortSignal.any([signal,round.signal])});for await(const event of events){if(event.id!==undefined)this.#last=event.id;this.#channel.postMessage({type:"event",person,event});this.#say(event);}
}catch(error){if(signal.aborted)return;if(round.signal.aborted)continue;if(error.status===403)return;if(error.code==="invalidCursor"||error.code==="otherEpoch")this.#last=undefined;this.#reach("lost",true);await new Promise((resolve)=>setTimeout(resolve,3_000));}
}
}finally{this.#isLeading=false;}
}
get isLeading(){return this.#isLeading;}
wake(){if(this.state==="lost")this.#restart?.();}
#say(event){this.dispatchEvent(new CustomEvent("event",{detail:event}));}
#hear(data){switch(data?.type){case "hello":
if(this.#token)this.#channel.postMessage({type:"token",token:this.#token,kind:this.kind,me:this.me});break;case "token":
if(this.#token&&data.kind===this.kind&&data.me===this.me)this.#accept(data.token);else if(!this.#token)this.dispatchEvent(new CustomEvent("lent",{detail:data.token}));break;case "out":
this.#leave();break;case "where":
if(this.#isLeading&&data.person===this.#person){this.#channel.postMessage({type:"here",person:this.#person,last:this.#last});this.#channel.postMessage({type:"state",state:this.state});}
break;case "here":
if(!this.#isLeading&&data.person===this.#person)this.#last=data.last;break;case "state":
if(!this.#isLeading)this.#reach(data.state,true);break;case "event":
if(this.#isLeading||data.person!==this.#person)break;if(data.event.id!==undefined)this.#last=data.event.id;this.#say(data.event);break;}
}
}
export function sentence(error){if(error?.code==="network"||error?.code==="timedOut")return "The server is not reached. Try again in a moment.";if(error?.code==="rateLimited"){const seconds=Math.ceil((error.retryAfter??1_000)/1_000);return `Too many messages in a short time. Wait ${seconds} s.`;}
return error?.message??String(error);}

"""#
),
ConsoleFile(
    path: "/console/talk.js",
    type: "text/javascript; charset=utf-8",
    tag: #""ae825624684c80ca9447b1e280ca71fb""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{ago,ask,avatar,clock,count,day,fill,h,icon,iconButton,later,pictures,toast}from "./dom.js";import{face,pending,row,skeleton,tapbacks}from "./message.js";import{Rows}from "./rows.js";import{sentence}from "./session.js";const newID=()=>crypto.randomUUID();const emoji=["👍","❤️","😂","🎉","😮","😢","🙏","✅"];export class Talk{#row;#typing;#presence=new Map();#outbox=[];#read=0;#lastTyped=0;#reply;#edit;#toolbar;#isOver=false;#firstUnread;constructor(reader,conversation,{back,note,moved,announces=true}={}){this.reader=reader;this.conversation=conversation;this.note=note;this.moved=moved;this.title=h("h1",{dir:"auto"},"…");this.detail=h("p.talk-detail");this.face=h("span.face");this.scroller=h("div.talk-scroll",{tabindex:0,role:"group","aria-label":"Messages of the conversation"});this.live=h("p.visually-hidden",announces?{"aria-live":"polite"}:{});this.newest=h("button.newest",{type:"button",hidden:true,onclick:()=>this.toEnd()},icon("down"),h("span"));this.outbox=h("div.outbox");this.banner=h("div.composer-banner",{hidden:true});this.place=h("div.composer");this.element=h("div.talk",{},h("header.talk-head",{},back&&iconButton("back","Back to the list",back,{class:"icon-button back"}),this.face,h("div.talk-names",{},this.title,this.detail),iconButton("calendar","Go to a date",()=>this.#askDate()),iconButton("people","Members",()=>this.#members())),this.scroller,this.newest,this.outbox,this.banner,this.place,this.live);this.scroller.addEventListener("keydown",(event)=>this.#keys(event));this.scroller.addEventListener("focusin",(event)=>this.#offer(event.target.closest(".row")));this.scroller.addEventListener("pointerover",(event)=>this.#offer(event.target.closest(".row")));}
end(){this.#isOver=true;this.rows?.end();if(this.#lastTyped)this.#say(false);}
async #page(fields){const page=await this.reader.ask("messages",{conversation:this.conversation,limit:100,...fields});const items=page.items;if(items.length===0){const all=this.rows?.count??0;return{items,first:1,last:all};}
return{items,first:page.before===undefined?1:items[0].ordinal,last:page.after===undefined?Math.max(this.rows?.count??0,items.at(-1).ordinal):items.at(-1).ordinal,};}
async begin({ordinal,message}={}){const[head,page,unread]=await Promise.all([this.reader.ask("conversation",{conversation:this.conversation}),this.#page({}),this.reader.ask("unread",{conversation:this.conversation}).catch(()=>({})),]);if(this.#isOver)return;this.#row=head;this.#firstUnread=unread.unread>0?unread.firstUnread:undefined;this.rows=new Rows(this.scroller,{load:(n)=>this.#page({aroundOrdinal:n}),render:(item,before)=>row(item,before,this.#context),skeleton,seen:(from,to,atEnd)=>this.#seen(from,to,atEnd),});this.#context={person:this.reader.person,showsNames:head.kind!=="direct",mayReact:this.reader.mayWrite&&head.membership==="active"&&!head.closed,firstUnread:this.#firstUnread,react:(item,reaction,mine)=>this.#react(item,reaction,mine),show:(id)=>this.show(id),note:this.note,};this.rows.take(page);this.#drawHead();this.#drawComposer();if(ordinal!==undefined)this.rows.jump(ordinal,80);else if(message!==undefined)await this.show(message);else if(this.#firstUnread)await this.show(this.#firstUnread,120,false);else this.rows.jumpToEnd();}
#context;take(change){if(!this.rows||this.#isOver)return;if(change.type==="presence"){if(this.#row.kind==="direct"&&this.#row.avatars[0]?.user===change.user){this.#row={...this.#row,online:change.online,lastSeenAt:change.lastSeenAt};this.#drawHead();}
return;}
if(change.type==="erased"&&(!change.conversation||change.conversation===this.conversation)){return this.rows.reload();}
if(change.conversation!==this.conversation)return;if(change.item){this.#outbox=this.#outbox.filter((entry)=>entry.id!==change.item.message);this.#drawOutbox();const isNew=change.item.ordinal>this.rows.count;if(isNew&&change.item.sender===this.reader.person)this.#setUnread(undefined);this.rows.put(change.item);if(isNew&&change.item.sender!==this.reader.person){const words=change.item.system?.text??`${change.item.senderName}: ${change.item.text ?? change.item.kind}`;this.live.textContent=words.slice(0,300);this.#fresh+=1;this.#drawNewest();}
}
switch(change.type){case "typing":
this.#typing=change.users.length?change.text:undefined;this.#drawHead();break;case "reaction":{const item=this.rows.find(change.message);if(item)this.rows.change(item.ordinal,{reactions:change.reactions});break;}
case "receipt":
case "member":
this.#again();break;case "personal":
case "conversation":
case "ended":
if(change.row){this.#row={...this.#row,...change.row};this.#drawHead();this.#drawComposer();}
break;}
}
#fresh=0;#again=later(120,async()=>{if(!this.rows||this.#isOver)return;const page=await this.#page({aroundOrdinal:this.#to??this.rows.count}).catch(()=>undefined);if(page&&!this.#isOver)this.rows.take(page);});async again(){if(!this.rows)return;const page=await this.#page({}).catch(()=>undefined);if(!page||this.#isOver)return;this.rows.reload();this.rows.take(page);}
async show(message,offset=120,flashes=true){let item=this.rows.find(message);if(!item){try{const page=await this.#page({around:message});this.rows.take(page);item=page.items.find((found)=>found.message===message);}catch(error){return toast(error.code==="notFound"?"This message is not visible to you.":sentence(error),"bad");}
}
if(!item||this.#isOver)return;this.rows.jump(item.ordinal,offset);if(flashes)this.#flash(item.ordinal);}
#flash(ordinal){requestAnimationFrame(()=>{const element=this.rows.element(ordinal);element?.classList.add("flash");element?.focus({preventScroll:true});});}
toEnd(){this.rows.jumpToEnd();this.#fresh=0;this.#drawNewest();}
async #askDate(){const first=this.rows.item(this.#from??1);const values=await ask({title:"Go to a date",action:"Go",fields:[{name:"date",label:"Date",type:"date",value:first?new Date(first.sentAt).toISOString().slice(0,10):""},{name:"ordinal",label:`Or an entry, 1 to ${this.rows.count}`,type:"number"},],});if(!values)return;if(values.ordinal)return this.rows.jump(Math.max(1,Math.min(Number(values.ordinal),this.rows.count)),80);if(values.date)await this.toTime(new Date(`${values.date}T00:00`).getTime());}
async toTime(time){const page=await this.#page({aroundTime:time});this.rows.take(page);const item=page.items.find((found)=>found.sentAt>=time)??page.items.at(-1);if(item){this.rows.jump(item.ordinal,40);this.#flash(item.ordinal);}
}
#from;#to;#seen(from,to,atEnd){this.#from=from;this.#to=to;this.moved?.(atEnd?undefined:from);if(atEnd)this.#fresh=0;this.#drawNewest(atEnd);if(!this.reader.mayWrite||document.hidden||!document.hasFocus())return;let ordinal=to;while(ordinal>=from&&!this.rows.item(ordinal))ordinal-=1;const item=this.rows.item(ordinal);if(item&&ordinal>this.#read&&this.#row.membership==="active"){this.#read=ordinal;if(this.#row.unread>0||ordinal>(this.#marked??0))this.#mark(item);}
}
#marked;#mark=later(350,async(item)=>{this.#marked=item.ordinal;try{const{unread}=await this.reader.do("markRead",{conversation:this.conversation,upTo:item.message});this.#row={...this.#row,unread};}catch{this.#read=0;}
});#setUnread(message){if(this.#context.firstUnread===message)return;this.#context={...this.#context,firstUnread:message};this.rows.refresh();}
#drawNewest(atEnd=this.rows.atEnd){this.newest.hidden=atEnd;this.newest.lastChild.textContent=this.#fresh?count(this.#fresh,"new message"):"";this.newest.setAttribute("aria-label",this.#fresh?`${count(this.#fresh, "new message")}; go to the newest`:"Go to the newest");}
#drawHead(){const row=this.#row;this.title.textContent=row.title;fill(this.face,pictures(row));const facts=this.#typing
??(row.kind==="direct"
?row.online?"online":row.lastSeenAt?`last seen ${day(row.lastSeenAt).toLowerCase()} ${clock(row.lastSeenAt)}`:""
:[count(row.memberCount??0,"member"),row.context&&`${row.context.kind} ${row.context.id}`].filter(Boolean).join(" · "));this.detail.textContent=row.closed?"closed":facts;this.detail.classList.toggle("typing",Boolean(this.#typing));}
#drawComposer(){const row=this.#row;const closed=this.reader.asOf!==undefined?"This is the past: nothing can be written here."
:!this.reader.mayWrite?"You look as an operator: nothing can be written here."
:row.closed?"This conversation is closed."
:row.membership!=="active"?"You are no longer a member of this conversation.":undefined;if(closed)return void fill(this.place,h("p.composer-closed",{},icon("lock"),closed));if(this.input)return;this.input=h("textarea",{rows:1,placeholder:"Message","aria-label":"Message",dir:"auto",oninput:()=>this.#typed(),onkeydown:(event)=>{if(event.key==="Enter"&&!event.shiftKey&&!event.isComposing){event.preventDefault();this.#submit();}else if(event.key==="Escape")this.#setMode();else if(event.key==="ArrowUp"&&this.input.value==="")this.#editLast(event);},});fill(this.place,h("form",{onsubmit:(event)=>{event.preventDefault();this.#submit();}},this.input,h("button.send",{type:"submit","aria-label":"Send",title:"Send"},icon("send"))));}
#typed(){this.input.style.height="auto";this.input.style.height=`${Math.min(this.input.scrollHeight, 220)}px`;const now=Date.now();if(this.input.value&&now-this.#lastTyped>3_000){this.#lastTyped=now;this.#say(true);}else if(!this.input.value&&this.#lastTyped){this.#lastTyped=0;this.#say(false);}
}
#say(on){this.reader.do("typing",{conversation:this.conversation,on}).catch(()=>{});}
#setMode({reply,edit}={}){this.#reply=reply;this.#edit=edit;const item=reply??edit;this.banner.hidden=!item;if(item){fill(this.banner,icon(reply?"reply":"edit"),h("div",{},h("b",{dir:"auto"},reply?`Reply to ${item.senderName ?? "a message"}`:"Edit your message"),h("span.quote-text",{dir:"auto"},item.text??item.kind)),iconButton("close","Cancel",()=>this.#setMode()));}
if(edit)this.input.value=edit.text??"";else if(!reply)this.input.value="";this.#typed();this.input.focus();}
#editLast(event){for(let ordinal=this.rows.count;ordinal>this.rows.count-100&&ordinal>0;ordinal-=1){const item=this.rows.item(ordinal);if(item?.sender!==this.reader.person||item.system||item.deleted||item.erased)continue;event.preventDefault();return this.#setMode({edit:item});}
}
async #submit(){const text=this.input.value;if(!text.trim())return;if(this.#edit){const item=this.#edit;try{await this.reader.do("edit",{message:item.message,text});this.#setMode();}catch(error){toast(sentence(error),"bad");}
return;}
const entry={id:newID(),text,replyTo:this.#reply?.message};this.#setMode();this.#lastTyped=0;this.#outbox.push(entry);this.toEnd();this.#deliver(entry);}
async #deliver(entry){entry.error=undefined;this.#drawOutbox();try{const fields={conversation:this.conversation,id:entry.id,text:entry.text,replyTo:entry.replyTo};await this.reader.do("send",fields);const item=await this.reader.ask("message",{message:entry.id});this.#outbox=this.#outbox.filter((other)=>other!==entry);if(!this.#isOver)this.rows.put(item);}catch(error){entry.error=sentence(error);entry.waits=error.code==="network"||error.code==="timedOut";}
this.#drawOutbox();}
mend(){for(const entry of this.#outbox)if(entry.waits)this.#deliver(entry);}
#drawOutbox(){fill(this.outbox,this.#outbox.map((entry)=>pending(entry,()=>this.#deliver(entry))));}
async #react(item,reaction,isMine){try{const{reactions}=await this.reader.do(isMine?"unreact":"react",{message:item.message,reaction});this.rows.change(item.ordinal,{reactions});}catch(error){toast(sentence(error),"bad");}
}
#offer(element){if(!element?.dataset.message||element.contains(this.#toolbar))return;const item=this.rows.item(Number(element.dataset.ordinal));if(!item)return;this.#toolbar?.remove();const isMine=item.sender===this.reader.person;const mayWrite=this.#context.mayReact&&!item.deleted&&!item.erased;const button=(name,label,action)=>iconButton(name,label,action);this.#toolbar=h("div.toolbar",{role:"toolbar","aria-label":"What to do with the message"},mayWrite&&button("smile","React",(event)=>this.#pick(item,event.currentTarget)),mayWrite&&button("reply","Reply",()=>this.#setMode({reply:item})),mayWrite&&isMine&&item.text&&button("edit","Edit",()=>this.#setMode({edit:item})),mayWrite&&isMine&&button("trash","Delete",()=>this.#delete(item)),button("info","Details",()=>this.#details(item)));element.querySelector(".stack").append(this.#toolbar);}
#pick(item,anchor){const choices=this.#row.reactions==="open"?emoji:Object.keys(tapbacks);const picker=h("div.picker",{role:"menu","aria-label":"Reactions"},choices.map((reaction)=>
h("button",{type:"button",role:"menuitem","aria-label":reaction,onclick:()=>{const mine=item.reactions?.some((group)=>group.reaction===reaction&&group.mine);picker.remove();this.#react(item,reaction,mine);}},face(reaction))));picker.addEventListener("keydown",(event)=>{if(event.key==="Escape"){picker.remove();anchor.focus();}
const step={ArrowRight:"nextSibling",ArrowLeft:"previousSibling"}[event.key];if(step)document.activeElement[step]?.focus();});picker.addEventListener("focusout",(event)=>{if(!picker.contains(event.relatedTarget))setTimeout(()=>picker.remove());});anchor.parentElement.append(picker);picker.firstChild.focus();}
async #delete(item){const isSure=await ask({title:"Delete this message?",text:"It goes from every screen; its place stays.",action:"Delete",danger:true,});if(!isSure)return;await this.reader.do("delete",{message:item.message}).catch((error)=>toast(sentence(error),"bad"));}
async #details(item){const lines=[h("p",{},`Entry ${item.ordinal}, position ${item.position}`),h("p.mono",{},item.message)];const isMine=item.sender===this.reader.person&&!item.system;const[receipts,history,reactions]=await Promise.all([isMine?this.reader.ask("receipts",{message:item.message}).catch(()=>undefined):undefined,item.edited?this.reader.ask("history",{message:item.message}).catch(()=>undefined):undefined,item.reactions?.length?this.reader.ask("reactions",{message:item.message}).catch(()=>undefined):undefined,]);const people=(title,list)=>list?.length>0&&h("div",{},h("h3",{},title),h("ul.plain",{},list.map((person)=>h("li",{dir:"auto"},person.name,person.at&&h("time",{},` ${ago(person.at)} ${clock(person.at)}`)))));if(receipts)lines.push(people("Read",receipts.read),people("Delivered",receipts.delivered),people("Waiting",receipts.waiting));if(reactions)lines.push(...reactions.groups.map((group)=>people(face(group.reaction),group.users)));if(history?.versions.length){lines.push(h("h3",{},"Earlier versions"),h("ol.plain",{},history.versions.map((version)=>
h("li",{dir:"auto"},version.text??"",h("time",{},` ${clock(version.at)}`)))));}
await ask({title:"Details",text:h("div.details",{},lines.filter(Boolean)),action:"Close"});}
async #members(){try{const{items,count:all}=await this.reader.ask("members",{conversation:this.conversation,limit:100});const list=h("ul.people",{tabindex:0},items.map((person)=>h("li",{},avatar(person.user,person.name,{online:person.online}),h("span",{dir:"auto"},person.name),h("span.role",{},person.role==="member"?"":person.role))));await ask({title:count(all,"member"),text:list,action:"Close"});}catch(error){toast(sentence(error),"bad");}
}
#keys(event){const element=document.activeElement.closest?.(".row");const steps={ArrowUp:-1,ArrowDown:1};if(event.key==="Home"||event.key==="End"){if(event.key==="Home")this.rows.jump(1);else this.toEnd();event.preventDefault();}else if(event.key in steps&&!event.target.closest(".toolbar")){event.preventDefault();const from=element?Number(element.dataset.ordinal):(steps[event.key]<0?this.#to+1:this.#from-1);const next=this.rows.neighbour(from,steps[event.key]);if(next===undefined)return;const target=this.rows.element(next);if(!target)return this.rows.jump(next,80);target.focus({preventScroll:true});target.scrollIntoView({block:"nearest"});}
}
}

"""#
),
ConsoleFile(
    path: "/console/verdict.js",
    type: "text/javascript; charset=utf-8",
    tag: #""c1a6d30c77d0f54e633d6d727ae05de1""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
import{fill,h,icon,moment,number,svg}from "./dom.js";import{against,base64,canVerify,check,Fault,hex,readCheckpoint,readKey}from "./verify.js";const shortHash=(bytes)=>hex(bytes).slice(0,8);function tree(steps,position,size){const step=58;const height=steps.length*step+34;const[left,middle,right]=[92,200,308];const drawing=svg("svg",{viewBox:`0 0 400 ${height}`,class:"tree",role:"img","aria-label":`The path of event ${position} to the root of ${size} events, ${steps.length - 1} steps long`,});const node=(x,y,hash,kind)=>[svg("rect",{x:x-46,y:y-14,width:92,height:28,rx:14,class:kind}),Object.assign(svg("text",{x,y:y+4.5,class:kind}),{textContent:shortHash(hash)}),];steps.forEach((one,n)=>{const y=height-24-n*step;const above=steps[n+1];if(above){const x=above.side==="left"?left:right;drawing.append(svg("path",{d:`M${x} ${y - 14} C ${x} ${y - 34} ${middle} ${y - 26} ${middle} ${y - step + 14}`,class:"branch"}));drawing.append(svg("path",{d:`M${middle} ${y - 14} V ${y - step + 14}`,class:"lit"}));drawing.append(...node(x,y,above.sibling,"given"));}
drawing.append(...node(middle,y,one.hash,n===0?"lit leaf":n===steps.length-1?"lit root":"lit"));});return h("figure",{},drawing,h("figcaption",{},h("span.swatch.lit"),`computed here, from event ${number(position)} up to the root `,h("span.swatch.given"),"given by the file"));}
function growth(older,newer){const share=Math.max(2,(older.size/newer.size)*100);const bar=svg("svg",{viewBox:"0 0 400 64",class:"growth",role:"img","aria-label":`${older.size} of ${newer.size} events are unchanged`},svg("rect",{x:0,y:12,width:400,height:26,rx:8,class:"given"}),svg("rect",{x:0,y:12,width:share*4,height:26,rx:8,class:"lit"}));return h("figure",{},bar,h("figcaption",{},`The first ${number(older.size)} of ${number(newer.size)} events are the same.`));}
const claims={checkpoint:(r)=>`The log ${r.checkpoint.origin} had ${number(r.checkpoint.size)} events and this root.`,inclusion:(r)=>`Event ${number(r.position)} is in the log of ${number(r.checkpoint.size)} events.`,consistency:(r)=>`The log of ${number(r.checkpoint.size)} events begins with all of the log of ${number(r.older.size)}.`,disclosure:(r)=>`Event ${number(r.position)} is in the log, and this is its content.`,erasure:(r)=>`Event ${number(r.position)} had a content, and the erasure at ${number(r.erasure.position)} destroyed it.`,};const limits={checkpoint:["which events these are","that others were shown the same log: compare it with a checkpoint that you kept"],inclusion:["that what the event says is true: the log states times and actors","that no later event changed or erased what it said"],consistency:["that the newer size is true: only a file of all envelopes shows that","events that were never logged"],disclosure:["that the words are true, only that they were logged","that they were not edited later"],erasure:["that no export, screen or note has the words still","that there is no older copy of the keys besides those named here"],};const words={good:"Proved",amber:"Consistent, signer unknown",bad:"Not proved",none:"Not checked",};export async function judge(bytes,{key,pin,name}={}){if(!(await canVerify())){return card("none",name,[h("p",{},"This browser cannot check Ed25519 signatures here. Open the page over https or on this machine, in a recent browser, or use scrollback check.")]);}
let result;try{result=await check(bytes,key);}catch(error){if(!(error instanceof Fault))throw error;return card("bad",name,[h("p",{},error.message)]);}
const stands=against(pin,result.checkpoint);if(stands==="forked"){return card("bad",name,[h("p",{},"The root differs from the checkpoint that you kept, at the same size. If both are signed by one key, the two files prove that two histories were shown.")]);}
const isOwn=key?.source==="person";const{checkpoint}=result;return card(isOwn?"good":"amber",name,[h("p.claim",{},claims[result.kind](result)),!isOwn&&h("p",{},key?"The key came from the server that is checked. Paste the log's key from another source.":"Paste the log's public key, from another source than this server, to know who signed it."),result.content&&h("pre.content",{dir:"auto",tabindex:0},readable(result.content)),result.steps&&tree(result.steps,result.position,checkpoint.size),result.older&&growth(result.older,checkpoint),result.copies?.length>0&&h("p",{},`${result.copies.length} copies of the keys are older than the erasure.`),h("dl.facts",{},h("dt",{},"Log"),h("dd.mono",{},checkpoint.origin),h("dt",{},"Size"),h("dd",{},number(checkpoint.size)),h("dt",{},"Root"),h("dd.mono",{},base64(checkpoint.root)),h("dt",{},"Signed by"),h("dd",{},isOwn?key.name:"unknown"),pin&&[h("dt",{},"Kept"),h("dd",{},pinWords[stands])]),h("details",{},h("summary",{},"What this does not show"),h("ul.limits",{},limits[result.kind].map((text)=>h("li",{},text)))),]);}
const pinWords={same:"the same as the checkpoint that you kept",newer:"newer than the checkpoint that you kept; a consistency file joins them",older:"older than the checkpoint that you kept; a consistency file joins them",restored:"of another epoch: the log was restored from a backup",other:"of another log than the checkpoint that you kept",};function readable(content){const text=new TextDecoder("utf-8").decode(content).replace(/[\0-\x08\x0b-\x1f\x7f\ufffd]+/g," ").trim();return text||hex(content);}
export function card(kind,name,children){const names={good:"proof",amber:"warn",bad:"close",none:"info"};return h(`article.verdict.${kind}`,{"data-verdict":kind},h("header",{},icon(names[kind]),h("div",{},h("h2",{},words[kind]),name&&h("p.file",{dir:"auto"},name))),children);}
export class Desk{key;pin;#place;constructor({store,changed}){this.store=store;this.changed=changed;this.results=h("div.results",{"aria-live":"polite"});this.keyBox=h("section.panel");this.pinBox=h("section.panel");const input=h("input.visually-hidden",{type:"file",multiple:true,id:"files",onchange:()=>this.take(input.files)});this.drop=h("section.panel.drop",{},h("h2",{},"Check a file"),h("p",{},"Drop a checkpoint, a proof or a receipt here. It is read in this page and goes nowhere."),input,h("label.secondary",{for:"files"},"Choose files"));for(const target of[this.drop]){target.addEventListener("dragover",(event)=>{event.preventDefault();target.classList.add("over");});target.addEventListener("dragleave",()=>target.classList.remove("over"));target.addEventListener("drop",(event)=>{event.preventDefault();target.classList.remove("over");this.take(event.dataTransfer.files);});}
}
async begin(){const text=this.store?.getItem("scrollback-key");if(text)await this.#useKey(text).catch(()=>this.store.removeItem("scrollback-key"));const pin=this.store?.getItem("scrollback-pin");if(pin)await this.#usePin(pin).catch(()=>this.store.removeItem("scrollback-pin"));this.draw();}
async #useKey(text){this.key={...(await readKey(text)),source:"person"};this.store?.setItem("scrollback-key",this.key.text);}
async #usePin(text){const paragraphs=text.replace(/\n$/,"").split("\n\n");this.pin=await readCheckpoint(paragraphs,(await canVerify())?this.key:undefined);this.store?.setItem("scrollback-pin",this.pin.text);}
async keep(text){await this.#usePin(text);this.draw();this.changed?.();}
forget(what){this[what]=undefined;this.store?.removeItem(`scrollback-${what}`);this.draw();this.changed?.();}
draw(){const form=(label,hint,use)=>{const problem=h("p.problem",{role:"alert"});const input=h("textarea",{rows:2,placeholder:hint,spellcheck:"false","aria-label":label});return h("form",{onsubmit:async(event)=>{event.preventDefault();try{await use(input.value);this.draw();this.changed?.();}catch(error){problem.textContent=error.message;}
}},input,problem,h("button.secondary",{},"Use"));};fill(this.keyBox,h("h2",{},"Your key"),this.key
?[h("p.mono",{},this.key.text),h("button.link",{type:"button",onclick:()=>this.forget("key")},"Use another")]
:[h("p",{},"The public key of the log, from another source than this server."),form("Public key","example.com/log+1dde4531+ATtq…",(text)=>this.#useKey(text))]);this.drawPin(form);}
drawPin(form){if(!this.pin&&!form)return;fill(this.pinBox,h("h2",{},"Your kept checkpoint"),this.pin
?[h("p",{},`${number(this.pin.size)} events`),h("p.mono",{},base64(this.pin.root)),this.status,h("button.link",{type:"button",onclick:()=>this.forget("pin")},"Keep another")]
:[h("p",{},"A checkpoint that this browser keeps shows whether the log's past has been changed."),form("Checkpoint","scrollback/…",(text)=>this.#usePin(`${text.trim()}\n`))]);}
async take(files){for(const file of files)await this.show(new Uint8Array(await file.arrayBuffer()),file.name);}
async show(bytes,name){const made=await judge(bytes,{key:this.key,pin:this.pin,name:name??`checked ${moment(Date.now())}`});this.results.prepend(made);return made;}
}

"""#
),
ConsoleFile(
    path: "/console/verify.js",
    type: "text/javascript; charset=utf-8",
    tag: #""38185f963e3aa662a69007fd2663f3d5""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
const encoder=new TextEncoder();const decoder=new TextDecoder("utf-8",{fatal:true,ignoreBOM:true});export class Fault extends Error{}
const fail=(message)=>{throw new Fault(message);};export async function canVerify(){if(!globalThis.crypto?.subtle)return false;try{await crypto.subtle.importKey("raw",new Uint8Array(32).fill(1),"Ed25519",false,["verify"]);return true;}catch(error){return error.name==="DataError";}
}
const digest=async(...parts)=>new Uint8Array(await crypto.subtle.digest("SHA-256",join(...parts)));function join(...parts){const bytes=new Uint8Array(parts.reduce((sum,part)=>sum+part.length,0));let place=0;for(const part of parts){bytes.set(part,place);place+=part.length;}
return bytes;}
export const same=(a,b)=>a.length===b.length&&a.every((byte,n)=>byte===b[n]);export const hex=(bytes)=>Array.from(bytes,(byte)=>byte.toString(16).padStart(2,"0")).join("");export const base64=(bytes)=>btoa(Array.from(bytes,(byte)=>String.fromCharCode(byte)).join(""));function unbase64(text,length){if(!/^[A-Za-z0-9+/]*={0,2}$/.test(text)||text.length%4)fail("A value is not base 64.");const bytes=Uint8Array.from(atob(text),(c)=>c.charCodeAt(0));if(base64(bytes)!==text)fail("A value is not the one form of base 64.");if(length!==undefined&&bytes.length!==length)fail(`A value has ${bytes.length} bytes, not ${length}.`);return bytes;}
function decimal(text){if(!/^(0|[1-9]\d{0,15})$/.test(text))fail("A number is not decimal.");const value=Number(text);if(!Number.isSafeInteger(value))fail("A number is too large.");return value;}
const leafOf=(envelope)=>digest(new Uint8Array([0]),envelope);const nodeOf=(left,right)=>digest(new Uint8Array([1]),left,right);export async function readKey(text){const match=/^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text.trim());if(!match)fail("This is no key; a key is NAME+ID+BASE64.");const bytes=unbase64(match[3],33);if(bytes[0]!==1)fail("The key is not an Ed25519 key.");const id=(await digest(encoder.encode(`${match[1]}\n`),bytes)).slice(0,4);if(hex(id)!==match[2])fail("The key's id does not fit the key.");return{name:match[1],id,bytes:bytes.slice(1),text:match[0]};}
export async function readCheckpoint([body,signatures],key){if(body===undefined||signatures===undefined)fail("The checkpoint is not whole.");const lines=body.split("\n");if(lines.length<3||lines[0]==="")fail("The checkpoint has no origin, size and root.");const checkpoint={origin:lines[0],size:decimal(lines[1]),root:unbase64(lines[2],32),isSigned:false,text:`${body}\n\n${signatures}\n`,};const notes=signatures.split("\n");if(notes.length>100)fail("The checkpoint has more than 100 signatures.");for(const note of notes){const match=/^— (\S+) (\S+)$/.exec(note);if(!match)fail("A line of the checkpoint is no signature.");const bytes=unbase64(match[2]);if(bytes.length<5)fail("A signature is too short.");if(!key||match[1]!==key.name||!same(bytes.slice(0,4),key.id))continue;const imported=await crypto.subtle.importKey("raw",key.bytes,"Ed25519",false,["verify"]).catch(()=>fail("The key is no point of Ed25519."));const isGood=bytes.length===68
&&(await crypto.subtle.verify("Ed25519",imported,bytes.slice(4),encoder.encode(`${body}\n`)));if(!isGood)fail("The signature of the checkpoint is not by the key.");checkpoint.isSigned=true;}
if(key&&!checkpoint.isSigned)fail(`The checkpoint is not signed by the key ${key.name}.`);return checkpoint;}
async function rootOf(leaf,index,size,hashes){if(index>=size)fail("The event is not within the size of the checkpoint.");let[fn,sn,root]=[index,size-1,leaf];const steps=[{hash:leaf}];for(const hash of hashes){if(sn===0)fail("The path has too many hashes.");const isRight=fn%2===1||fn===sn;root=isRight?await nodeOf(hash,root):await nodeOf(root,hash);steps.push({sibling:hash,side:isRight?"left":"right",hash:root});if(isRight)while(fn%2===0&&fn!==0)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}
if(sn!==0)fail("The path has too few hashes.");return{root,steps};}
const compare=(root,checkpoint)=>{if(!same(root,checkpoint.root))fail("The path does not lead to the root that was signed.");};async function checkGrowth(older,newer,hashes){if(older.origin!==newer.origin)fail("The two checkpoints are of different logs.");if(older.size<1||older.size>newer.size)fail("The older size is 0 or beyond the newer one.");if(older.size===newer.size){if(hashes.length)fail("Equal sizes need no hashes.");if(!same(older.root,newer.root))fail("Two roots of one size: two histories were shown.");return;}
const path=[...hashes];let odd=older.size;while(odd%2===0)odd/=2;if(odd===1)path.unshift(older.root);if(!path.length)fail("The proof has too few hashes.");let[fn,sn]=[older.size-1,newer.size-1];while(fn%2===1)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];let[first,second]=[path[0],path[0]];for(const hash of path.slice(1)){if(sn===0)fail("The proof has too many hashes.");if(fn%2===1||fn===sn){first=await nodeOf(hash,first);second=await nodeOf(hash,second);while(fn%2===0&&fn!==0)[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}else{second=await nodeOf(second,hash);}
[fn,sn]=[Math.floor(fn/2),Math.floor(sn/2)];}
if(sn!==0)fail("The proof has too few hashes.");if(!same(first,older.root))fail("The older root is not where the proof begins.");if(!same(second,newer.root))fail("The newer log does not begin with the older one.");}
function fields(bytes){const found=[];let place=0;const varint=()=>{let[value,shift]=[0n,0n];for(;;){if(place>=bytes.length||shift>63n)fail("An envelope is cut off.");const byte=bytes[place++];value|=BigInt(byte&0x7f)<<shift;if(byte<0x80)return value;shift+=7n;}
};while(place<bytes.length){const tag=Number(varint());const kind=tag%8;let value;if(kind===0)value=varint();else if(kind===1||kind===5||kind===2){const length=kind===1?8:kind===5?4:Number(varint());if(place+length>bytes.length)fail("An envelope is cut off.");value=bytes.subarray(place,(place+=length));}else fail("An envelope has a field of an unknown kind.");found.push({number:Math.floor(tag/8),kind,value});}
return found;}
function sealOf(envelope){const seals=fields(envelope).filter((field)=>field.number===10);if(seals.length!==1||seals[0].kind!==2||seals[0].value.length!==32)fail("The event has no seal of a content.");return seals[0].value;}
function onlyType(envelope,number){const types=fields(envelope).filter((field)=>field.number>=16);if(types.length!==1||types[0].number!==number||types[0].kind!==2)return undefined;return types[0].value;}
class Lines{constructor(paragraph){this.lines=paragraph.split("\n");this.place=0;}
take(name){const line=this.lines[this.place++]??"";if(!line.startsWith(`${name} `))fail(`A line "${name}" is missing.`);return line.slice(name.length+1);}
peek(name){return this.lines[this.place]?.startsWith(`${name} `);}
hashes(most){const rest=this.lines.slice(this.place);this.place=this.lines.length;if(rest.length>most)fail("There are too many hashes.");return rest.map((line)=>unbase64(line,32));}
}
const envelopeOf=(text)=>{const bytes=unbase64(text);if(bytes.length<1||bytes.length>32_768)fail("An envelope has 1 byte to 32 KiB.");return bytes;};export async function check(bytes,key){if(bytes.length>6_000_000)fail("The file is too large for this page; use scrollback check.");let text;try{text=decoder.decode(bytes);}catch{fail("The file is not UTF-8 text. A file of all envelopes is checked by scrollback check.");}
if(/[\0-\x09\x0b-\x1f]/.test(text))fail("The file has a control character.");if(!text.endsWith("\n"))fail("The last line has no end.");const paragraphs=text.slice(0,-1).split("\n\n");if(paragraphs.some((paragraph)=>paragraph===""||paragraph.startsWith("\n")||paragraph.endsWith("\n"))){fail("The file has empty lines where none belong.");}
const kind=paragraphs[0].split("\n",1)[0];const form=forms[kind];if(form){if(form.paragraphs&&paragraphs.length!==form.paragraphs)fail("The file has too few or too many parts.");return{kind:form.kind,...(await form.check(paragraphs,key))};}
if(paragraphs.length!==2)fail("The first line names no kind of proof.");return{kind:"checkpoint",checkpoint:await readCheckpoint(paragraphs,key)};}
async function inclusion(lines,checkpoint,envelope){const index=decimal(lines.take("index"));const hashes=lines.hashes(63);const leaf=await leafOf(envelope);const{root,steps}=await rootOf(leaf,index,checkpoint.size,hashes);compare(root,checkpoint);return{index,position:index+1,steps,envelope};}
const forms={"c2sp.org/tlog-proof@v1":{kind:"inclusion",paragraphs:3,async check([head,...rest],key){const checkpoint=await readCheckpoint(rest,key);const lines=new Lines(head.slice(head.indexOf("\n")+1));if(!lines.peek("extra"))fail("The file has no envelope.");const envelope=envelopeOf(lines.take("extra"));return{checkpoint,...(await inclusion(lines,checkpoint,envelope))};},},"scrollback-consistency/v1":{kind:"consistency",paragraphs:5,async check([head,a,b,c,d],key){const older=await readCheckpoint([a,b],key);const newer=await readCheckpoint([c,d],key);const lines=head.split("\n").slice(1);if(lines.length>64)fail("There are too many hashes.");await checkGrowth(older,newer,lines.map((line)=>unbase64(line,32)));return{older,checkpoint:newer};},},"scrollback-disclosure/v1":{kind:"disclosure",paragraphs:4,async check([head,proof,...rest],key){const checkpoint=await readCheckpoint(rest,key);const lines=new Lines(head.slice(head.indexOf("\n")+1));const salt=unbase64(lines.take("salt"),16);const content=unbase64(lines.take("content"));const envelope=envelopeOf(lines.take("envelope"));if(lines.place!==lines.lines.length)fail("The first part has further lines.");if(!proof.startsWith("c2sp.org/tlog-proof@v1\n"))fail("The proof within is missing.");const found=await inclusion(new Lines(proof.slice(proof.indexOf("\n")+1)),checkpoint,envelope);const hmac=await crypto.subtle.importKey("raw",salt,{name:"HMAC",hash:"SHA-256"},false,["sign"]);const seal=await crypto.subtle.sign("HMAC",hmac,join(encoder.encode("scrollback/content/1"),content));if(!same(new Uint8Array(seal),sealOf(envelope)))fail("The content is not the one that was sealed.");return{checkpoint,content,...found};},},"scrollback-erasure/v1":{kind:"erasure",async check(paragraphs,key){const checkpoint=await readCheckpoint(paragraphs.slice(-2),key);const first=new Lines(paragraphs[0].slice(paragraphs[0].indexOf("\n")+1));const copies=decimal(first.take("copies"));if(copies>100||paragraphs.length!==copies+4)fail("The file has too few or too many parts.");const erasedEnvelope=envelopeOf(first.take("erased"));const erased=await inclusion(first,checkpoint,erasedEnvelope);const second=new Lines(paragraphs[1]);const erasureEnvelope=envelopeOf(second.take("erasure"));const erasure=await inclusion(second,checkpoint,erasureEnvelope);sealOf(erasedEnvelope);if(erased.index>=erasure.index)fail("The erasure is not behind the erased event.");const body=onlyType(erasureEnvelope,22)??fail("The second event is no erasure.");const names=fields(body).filter((field)=>field.number===1).some(({kind,value})=>{if(kind!==2)fail("A range of the erasure is not readable.");const parts=fields(value);const one=(number)=>parts.filter((part)=>part.number===number);if([1,2].some((n)=>one(n).length>1||one(n).some((part)=>part.kind!==0)))fail("A range of the erasure is not readable.");const[from,length]=[one(1)[0]?.value??0n,one(2)[0]?.value??0n];const position=BigInt(erased.position);return from>=1n&&length>=1n&&position>=from&&position<from+length;});if(!names)fail("The erasure does not name the event.");const older=[];for(const paragraph of paragraphs.slice(2,-2)){const lines=new Lines(paragraph);const envelope=envelopeOf(lines.take("copy"));const copy=await inclusion(lines,checkpoint,envelope);if(!onlyType(envelope,113))fail("A copy is not the beginning of a copy of the keys.");if(copy.index>=erasure.index||copy.index<=(older.at(-1)?.index??-1))fail("The copies are not in the order of the log.");older.push(copy);}
return{checkpoint,...erased,erasure,copies:older};},},};export function against(pin,checkpoint){if(!pin)return undefined;if(pin.origin!==checkpoint.origin){const[mine,theirs]=[pin.origin,checkpoint.origin].map((origin)=>origin.split("/").slice(0,2).join("/"));return mine===theirs?"restored":"other";}
if(pin.size===checkpoint.size)return same(pin.root,checkpoint.root)?"same":"forked";return pin.size<checkpoint.size?"newer":"older";}

"""#
),
ConsoleFile(
    path: "/console/scrollback.js",
    type: "text/javascript; charset=utf-8",
    tag: #""e8dc85f408b923345c18b15e6c0e03ea""#,
    policy: "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
    text: #"""
const crypto=globalThis.crypto??(await import("node:crypto")).webcrypto;const largestLine=8*1024*1024;const largestAnswer=64*1024*1024;const longestPause=30_000;export class ScrollbackError extends Error{constructor(code,message,details={},cause){super(message,cause===undefined?undefined:{cause});this.name="ScrollbackError";this.code=code;for(const name of["field","index","status","retryAfter","fork","until"]){if(details[name]!==undefined)this[name]=details[name];}
}
}
export class Client{#base;#credential;#token;#asking;#fetch;#asUser;#options;#position;constructor({url,token,key,asUser,fetch=globalThis.fetch,readYourWrites=true,timeout=60_000,attempts=5,silence=45_000,}){if(token!==undefined&&key!==undefined){throw new TypeError("A client has a token or a key; give one of them.");}
const place=new URL(url);if(place.username||place.password||place.search||place.hash){throw new TypeError("The url has neither a name, a password, a query nor a fragment.");}
this.#base=place.href.replace(/\/$/,"");this.#credential=token??key;this.#fetch=(...words)=>fetch(...words);this.#asUser=asUser;this.#options={readYourWrites,timeout,attempts,silence};}
get position(){return this.#position;}
async do(name,fields={},{signal,asUser,idempotencyKey}={}){const headers=this.#headers(asUser,fields);if(fields.id===undefined){headers["Idempotency-Key"]=idempotencyKey??randomID();}else if(idempotencyKey!==undefined){headers["Idempotency-Key"]=idempotencyKey;}
const{ok,position}=await this.#post("commands",name,fields,headers,signal);if(position&&(this.#position===undefined||isLater(position,this.#position))){this.#position=position;}
return ok;}
async ask(name,fields={},{signal,asUser,reason,atLeast}={}){const headers=this.#headers(asUser,fields);if(reason!==undefined)headers["Scrollback-Reason"]=reason;const known=this.#options.readYourWrites?this.#position:undefined;const least=atLeast??known;if(least!==undefined)headers["Scrollback-At-Least"]=String(least);try{return(await this.#post("queries",name,fields,headers,signal)).ok;}catch(error){const isLost=error.field==="Scrollback-At-Least"||error.code==="otherEpoch";if(isLost&&atLeast===undefined&&this.#position===known)this.#position=undefined;throw error;}
}
send(conversation,message,options){const fields=typeof message==="string"?{text:message}:message;return this.do("send",{...fields,conversation},options);}
markRead(conversation,fields,options){return this.do("markRead",{...fields,conversation},options);}
conversations(fields,options){return this.ask("conversations",fields,options);}
messages(conversation,fields,options){return this.ask("messages",{...fields,conversation},options);}
unread(options){return this.ask("unread",{},options);}
async*follow({since,conversation,signal,asUser}={}){const query=new URLSearchParams({carrier:"ndjson"});if(conversation!==undefined)query.set("conversation",conversation);const headers={...this.#headers(asUser),Accept:"application/x-ndjson"};let last=since===undefined?undefined:String(since);let failures=0;let refused;let pause=0;for(;;){signal?.throwIfAborted();if(pause>0)await sleep(pause,signal);const token=await this.#bearer(refused,signal);const watch=new Watch(signal,this.#options.silence);const start=Date.now();try{const begun=last===undefined?headers:{...headers,"Last-Event-ID":last};const response=await watch.run(this.#fetch(`${this.#base}/v1/changes?${query}`,{headers:withBearer(begun,token),signal:watch.signal,cache:"no-store",}),);if(response.status===204)return;if(!response.ok)throw await failure(response,watch);if(!/\bndjson\b/.test(response.headers.get("content-type")??"")){throw notUnderstood(response.status);}
let isExpired=false;for await(const line of lines(response,watch)){const event=parse(line,response.status);if(!eventNames.has(event.event))continue;if(!isObject(event.data))throw notUnderstood(response.status);failures=0;refused=undefined;if(typeof event.id==="string")last=event.id;watch.rest();yield{event:event.event,id:event.id,data:event.data};watch.touch();if(event.event==="closed"&&event.data.reason==="ended")return;isExpired=event.event==="expired";if(isExpired)break;}
if(isExpired){if(typeof this.#credential!=="function")throw isOver();refused=token;}
failures+=1;pause=isExpired&&Date.now()-start>1_000?0:jitter(Math.min(failures+2,6));}catch(error){signal?.throwIfAborted();if(this.#mayRefresh(error,refused)){refused=token;pause=0;continue;}
if(!mayComeBack(error))throw error;failures+=1;pause=(error.retryAfter??0)+jitter(Math.min(failures,6));}finally{watch.end();}
}
}
#headers(asUser=this.#asUser,fields={}){return asUser===undefined||fields.as!==undefined?{}:{"Scrollback-As":asUser};}
async #bearer(refused,signal){if(typeof this.#credential!=="function")return this.#credential;if(this.#token===undefined||this.#token===refused){this.#asking??=(async()=>this.#credential())().then((token)=>{this.#token=token;this.#asking=undefined;},(error)=>{this.#asking=undefined;throw error;},);await unlessAborted(this.#asking,signal);}
return this.#token;}
#mayRefresh(error,refused){return(error.status===401&&refused===undefined&&typeof this.#credential==="function"
);}
async #post(kind,name,fields,headers,signal){if(!/^[A-Za-z]+$/.test(name))throw new TypeError("A name has letters only.");const body=JSON.stringify(fields);let refused;for(let attempt=1;;attempt+=1){signal?.throwIfAborted();const token=await this.#bearer(refused,signal);const watch=new Watch(signal,this.#options.timeout);try{const response=await watch.run(this.#fetch(`${this.#base}/v1/${kind}/${name}`,{method:"POST",body,signal:watch.signal,cache:"no-store",headers:withBearer({...headers,"Content-Type":"application/json"},token),}),);if(!response.ok)throw await failure(response,watch);const answer=parse(await text(response,watch),response.status);if(!("ok" in answer))throw notUnderstood(response.status);return{ok:answer.ok,position:response.headers.get("scrollback-position")};}catch(error){signal?.throwIfAborted();if(this.#mayRefresh(error,refused)){refused=token;continue;}
const pause=(error.retryAfter??0)+jitter(attempt);const isLast=attempt>=this.#options.attempts||(error.retryAfter??0)>longestPause;if(!mayComeBack(error)||isLast)throw error;await sleep(pause,signal);}finally{watch.end();}
}
}
}
const eventNames=new Set(["snapshot","change","caughtUp","reset","closed","expired"]);class Watch{#controller=new AbortController();#outer;#milliseconds;#timer;#abort=()=>this.#controller.abort(this.#outer.reason);constructor(outer,milliseconds){this.#outer=outer;this.#milliseconds=milliseconds;if(outer?.aborted)this.#abort();outer?.addEventListener("abort",this.#abort);this.touch();}
get signal(){return this.#controller.signal;}
touch(){this.rest();this.#timer=setTimeout(()=>{this.#controller.abort(new ScrollbackError("timedOut","The server says nothing; ask again."));},this.#milliseconds);}
rest(){clearTimeout(this.#timer);}
async run(step){try{return await unlessAborted(step,this.signal);}catch(error){if(this.signal.aborted)throw this.signal.reason;throw new ScrollbackError("network","The server was not reached, or hung up.",{},error);}
}
end(){this.rest();this.#outer?.removeEventListener("abort",this.#abort);this.#controller.abort();}
}
async function*pieces(response,watch){if(response.body===null)return;const reader=response.body.getReader();try{for(;;){const{done,value}=await watch.run(reader.read());if(done)return;watch.touch();yield value;}
}finally{reader.cancel().catch(()=>{});}
}
async function*lines(response,watch){let parts=[];let size=0;for await(const piece of pieces(response,watch)){let start=0;for(;;){const end=piece.indexOf(10,start);const part=piece.subarray(start,end<0?piece.length:end);size+=part.length;if(size>largestLine){throw new ScrollbackError("answerTooLong","A line of the stream is longer than 8 MiB.");}
parts.push(part);if(end<0)break;const line=decode(parts,size,response.status);parts=[];size=0;start=end+1;if(line!=="")yield line;}
}
}
async function text(response,watch){const parts=[];let size=0;for await(const piece of pieces(response,watch)){size+=piece.length;if(size>largestAnswer){throw new ScrollbackError("answerTooLong","The answer is longer than 64 MiB.");}
parts.push(piece);}
return decode(parts,size,response.status);}
function decode(parts,size,status){const bytes=new Uint8Array(size);let place=0;for(const part of parts){bytes.set(part,place);place+=part.length;}
try{return new TextDecoder("utf-8",{fatal:true,ignoreBOM:true}).decode(bytes);}catch(error){throw notUnderstood(status,error);}
}
function parse(json,status){let value;try{value=JSON.parse(json);}catch{throw notUnderstood(status);}
if(!isObject(value))throw notUnderstood(status);return value;}
function isObject(value){return typeof value==="object"&&value!==null&&!Array.isArray(value);}
function isOver(){return new ScrollbackError("permissionDenied","The token or key is over; give another.",{status:401,});}
function notUnderstood(status,cause){const message="The answer is not from scrollback serve; check the url.";return new ScrollbackError("invalidAnswer",message,{status},cause);}
async function failure(response,watch){const status=response.status;let problem={};try{problem=parse(await text(response,watch),status);}catch(error){if(error.code!=="invalidAnswer"&&error.code!=="answerTooLong")throw error;}
const header=Number(response.headers.get("retry-after")??NaN)*1000;const retryAfter=[problem.retryAfter,header].find((n)=>Number.isFinite(n)&&n>=0);if(typeof problem.code!=="string"){const message=`The answer has the status ${status} and no code of the contract.`;return new ScrollbackError("invalidAnswer",message,{status,retryAfter});}
const message=[problem.detail,problem.message].find((text)=>typeof text==="string");return new ScrollbackError(problem.code,message??problem.code,{...problem,status,retryAfter,});}
function mayComeBack(error){if(error.code==="network"||error.code==="timedOut")return true;return[429,502,503,504].includes(error.status);}
function isLater(position,known){const[left,right]=[position,known].map((text)=>/^(?:(.*):)?(\d+)$/.exec(text));if(!left||!right||left[1]!==right[1])return true;return Number(left[2])>=Number(right[2]);}
function withBearer(headers,token){return token===undefined?headers:{...headers,Authorization:`Bearer ${token}`};}
function randomID(){if(crypto.randomUUID)return crypto.randomUUID();const bytes=crypto.getRandomValues(new Uint8Array(16));bytes[6]=(bytes[6]&0x0f)|0x40;bytes[8]=(bytes[8]&0x3f)|0x80;const digits=Array.from(bytes,(byte)=>byte.toString(16).padStart(2,"0")).join("");return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/,"$1-$2-$3-$4-");}
function jitter(attempt){return Math.min(200*2**attempt,longestPause)*(0.5+Math.random()/2);}
function sleep(milliseconds,signal){let timer;const slept=new Promise((resolve)=>{timer=setTimeout(resolve,milliseconds);});return unlessAborted(slept,signal).finally(()=>clearTimeout(timer));}
function unlessAborted(promise,signal){if(!signal)return promise;return new Promise((resolve,reject)=>{const abort=()=>reject(signal.reason);if(signal.aborted)abort();signal.addEventListener("abort",abort,{once:true});promise.then(resolve,reject).finally(()=>signal.removeEventListener("abort",abort));});}

"""#
),
    ]
}

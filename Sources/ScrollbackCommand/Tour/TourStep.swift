import Wire

/// A step of the tour: a title, and in turn words and commands.
struct TourStep {
    enum Part {
        case words(String)
        /// A line for the shell, and the exit code that the tour expects.
        case command(String, exit: Int32 = 0)
    }

    let title: String
    let parts: [Part]
}

extension TourStep {
    /// The steps that make the store.
    static var people: TourStep {
        TourStep(
            title: "Twelve neighbours and their groups",
            parts: [
                .words(
                    "A backend in any language talks to a store by lines of JSON, through "
                        + "`scrollback pipe`. This is the first neighbour:"
                ),
                .command("head -n 2 \(TourFolder.people) | tail -n 1"),
                .words(
                    "Each line is answered when its change is on disk. The lines bring their times "
                        + "along here, so that the chat has a history. The last answer:"
                ),
                .command(
                    "scrollback pipe chat.scrollback --create --clock given \\\n"
                        + "    < \(TourFolder.people) | tail -n 1"
                ),
            ]
        )
    }

    static func talk(_ story: TourStory) -> TourStep {
        TourStep(
            title: "Five weeks of talk",
            parts: [
                .words(
                    "\(story.talk.count) lines follow: the neighbours plan a street party. They "
                        + "send, edit, react and read; one leaves, one message is erased. This many "
                        + "answers say ok:"
                ),
                .command(
                    "scrollback pipe chat.scrollback --clock given < \(TourFolder.talk) \\\n"
                        + "    | grep -c '\"ok\"'"
                ),
                .command("scrollback info chat.scrollback | grep -E '^(events|root)'"),
                .words(
                    "Every command has an id, so it can be sent again when a connection broke: it "
                        + "gets its first answer, and nothing is stored twice."
                ),
                .command(
                    "scrollback pipe chat.scrollback --clock given < \(TourFolder.talk) \\\n"
                        + "    | grep -c '\"ok\"'"
                ),
                .command("scrollback info chat.scrollback | grep -E '^(events|root)'"),
            ]
        )
    }

    /// The steps on that store.
    static func further(_ facts: TourFacts) -> [TourStep] {
        [
            screens, message, live(facts), past, erasure, proof(facts), verification,
            tampering(facts), crash,
        ]
    }

    private static var screens: TourStep {
        TourStep(
            title: "What Maya sees now",
            parts: [
                .words("Her list of conversations, with the numbers of unread messages."),
                .command("scrollback conversations chat.scrollback --as $maya"),
                .words("The newest page of the largest group, which has 500 messages."),
                .command(
                    "scrollback messages chat.scrollback $party --limit 6 \\\n"
                        + "    --as $maya"
                ),
                .words("And the number on the icon of her app."),
                .command("scrollback unread chat.scrollback --as $maya"),
            ]
        )
    }

    private static var message: TourStep {
        TourStep(
            title: "Everything that happened to one message",
            parts: [
                .words(
                    "The log only grows: Leo's edit did not overwrite what he wrote first. Without "
                        + "--as or --words a command shows no text and no names."
                ),
                .command("scrollback history chat.scrollback $plan"),
                .words("Who got the newest message, and who read it:"),
                .command("scrollback who-saw chat.scrollback $tent"),
            ]
        )
    }

    private static func live(_ facts: TourFacts) -> TourStep {
        TourStep(
            title: "A change, live",
            parts: [
                .words("First a copy of the store, for later. Then a new message from Leo:"),
                .command("rm -rf before.scrollback; cp -r chat.scrollback before.scrollback"),
                .command("cat \(TourFolder.live)"),
                .words(
                    "One process follows the log. A second later another one sends the message; its "
                        + "answer and the new event arrive together."
                ),
                .command(
                    "(sleep 1; scrollback pipe chat.scrollback < \(TourFolder.live)) &\n"
                        + "scrollback log chat.scrollback --follow --from \(facts.size.next) \\\n"
                        + "    --type messageSent | head -n 2 | cut -c -79; wait"
                ),
            ]
        )
    }

    private static var past: TourStep {
        TourStep(
            title: "The same screen, last Tuesday",
            parts: [
                .words(
                    "The state of any moment can be asked for. Last Tuesday the group still had its "
                        + "old title, and Maya had other unread messages."
                ),
                .command(
                    "scrollback conversations chat.scrollback --as $maya \\\n"
                        + "    --at '\(TourStory.tuesday)'"
                ),
                .words("The page that she saw:"),
                .command(
                    "scrollback messages chat.scrollback $party --from 'last tuesday 17:30' \\\n"
                        + "    --as $maya --at '\(TourStory.tuesday)'"
                ),
                .words("The same messages today: Leo has edited the plan."),
                .command(
                    "scrollback messages chat.scrollback $party --from 'last tuesday 17:30' \\\n"
                        + "    --until '\(TourStory.tuesday)' --as $maya"
                ),
            ]
        )
    }

    private static var erasure: TourStep {
        TourStep(
            title: "Erased is erased",
            parts: [
                .words(
                    "Nadia's message with her door code was erased after that Tuesday: its key is "
                        + "destroyed, so it cannot be read in the past either, nor in any backup of the "
                        + "log. That there was a message, and that it was erased, stays on record."
                ),
                .command("scrollback history chat.scrollback $code"),
            ]
        )
    }

    private static func proof(_ facts: TourFacts) -> TourStep {
        TourStep(
            title: "A proof of what Leo wrote",
            parts: [
                .words(
                    "A signer signs the size and the root hash of the log: a checkpoint. Keep it "
                        + "where the people who run the store cannot change it."
                ),
                .command(
                    "[ -e signer.key ] || scrollback keygen --name party.example/log \\\n"
                        + "    --out signer.key > log.pub"
                ),
                .command(
                    "scrollback checkpoint chat.scrollback --key signer.key | tee kept.checkpoint"
                ),
                .words("A proof of one message needs no store to be checked, only the public key."),
                .command(
                    "scrollback prove chat.scrollback --content \(facts.plan) > plan.proof"
                ),
                .command("scrollback check plan.proof --key log.pub"),
                .words("Someone changes 3 pm to 5 pm in that file. The check notices."),
                .command("sed 's/dCAzIHBt/dCA1IHBt/' plan.proof > forged.proof"),
                .command("scrollback check forged.proof --key log.pub", exit: 1),
            ]
        )
    }

    private static var verification: TourStep {
        TourStep(
            title: "The whole log is verified",
            parts: [
                .words(
                    "Every record, link, seal and hash is read and compared, also with the kept "
                        + "checkpoint."
                ),
                .command(
                    "scrollback verify chat.scrollback --pin kept.checkpoint --key log.pub"
                ),
            ]
        )
    }

    private static func tampering(_ facts: TourFacts) -> TourStep {
        let value = String(facts.byte.value ^ 0xFF, radix: 8)
        let digits = String(repeating: "0", count: 3 - value.count) + value
        return TourStep(
            title: "Tampering is caught",
            parts: [
                .words("One byte of a message is changed behind the program's back, in a copy."),
                .command("rm -rf tampered.scrollback; cp -r chat.scrollback tampered.scrollback"),
                .command(
                    "printf '\\\(digits)' | dd of=tampered.scrollback/log.mdb conv=notrunc \\\n"
                        + "    bs=1 seek=\(facts.byte.place) status=none"
                ),
                .command("scrollback verify tampered.scrollback", exit: 1),
                .words(
                    "The copy from before Leo's last message is sound in itself. But if it is put in "
                        + "the store's place, to be rid of that message, the kept checkpoint shows it."
                ),
                .command(
                    "scrollback verify before.scrollback --pin kept.checkpoint --key log.pub",
                    exit: 1
                ),
            ]
        )
    }

    private static var crash: TourStep {
        TourStep(
            title: "A kill loses nothing",
            parts: [
                .words(
                    "Another process sends messages as fast as it can and is killed (SIGKILL) after "
                        + "1,000 answers. Then its store is opened again and every acknowledged message "
                        + "is compared."
                ),
                .command("scrollback crash-test --events 1000"),
            ]
        )
    }
}

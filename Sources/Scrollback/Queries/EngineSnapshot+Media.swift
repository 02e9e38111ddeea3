internal import Projections
internal import Views
package import Wire

extension EngineSnapshot {
    package func contentsNaming(media url: String) -> [Position] {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.mediaDebts.positions(naming: url, of: eventLog, in: views)
        } ?? []
    }
}

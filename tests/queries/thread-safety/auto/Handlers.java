package auto;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayList;
import java.util.List;

/** The event loop of its channel calls it: less sure. */
class OfOneChannel extends ChannelInboundHandlerAdapter {
    private final List<Object> waiting = new ArrayList<>();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        waiting.add(message);
    }

    public synchronized void clear() {
        waiting.clear();
    }
}

/** Those of many channels do: as sure as elsewhere. */
@ChannelHandler.Sharable
class OfManyChannels extends ChannelInboundHandlerAdapter {
    private final List<Object> waiting = new ArrayList<>();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        waiting.add(message);
    }

    public synchronized void clear() {
        waiting.clear();
    }
}
